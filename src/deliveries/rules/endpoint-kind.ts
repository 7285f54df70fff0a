export const ENDPOINT_KINDS = ['webhook', 'postback'] as const;
export type EndpointKind = (typeof ENDPOINT_KINDS)[number];
