export interface FieldFault {
  /** Path of the field as the input names it, for example `ticket_types.0.price`. */
  field: string;
  reason: string;
}

/** An event that cannot be taken as it was described; `message` is `field: reason; field: reason`. */
export class InputRefusal extends Error {
  override name = 'InputRefusal';

  constructor(readonly faults: readonly FieldFault[]) {
    super(faults.map(({ field, reason }) => (field ? `${field}: ${reason}` : reason)).join('; '));
  }
}

export function refuse(field: string, reason: string): InputRefusal {
  return new InputRefusal([{ field, reason }]);
}
