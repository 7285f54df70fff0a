import type { Id } from '../../core/ids.js';
/** An endpoint of a company: members may only name endpoints of their company. */
export interface OwnedEndpoint {
  companyId: Id<'company'>;
  endpointId: string;
}

export interface OwnedDelivery {
  companyId: Id<'company'>;
  deliveryId: Id<'delivery'>;
}

/** An operator names an endpoint by its id alone, and may mean any company's; a member's face gives the company too. */
export type EndpointRef = string | OwnedEndpoint;

export type DeliveryRef = string | OwnedDelivery;

/** What statements take: with a company they find nothing of another. */
export interface Ref {
  id: string;
  /** Null: any company's. */
  companyId: Id<'company'> | null;
}

export function toRef(named: EndpointRef | DeliveryRef): Ref {
  if (typeof named === 'string') return { id: named, companyId: null };
  return { id: 'endpointId' in named ? named.endpointId : named.deliveryId, companyId: named.companyId };
}
