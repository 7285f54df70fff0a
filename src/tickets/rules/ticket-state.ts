/** `valid`: lets one person in. `used`: it has. `refunded`: its money went back. `void`: worthless, for the stored reason. */
export const TICKET_STATES = ['valid', 'used', 'refunded', 'void'] as const;
export type TicketState = (typeof TICKET_STATES)[number];

/** Why a ticket is void. */
const VOID_REASONS = ['event_cancelled', 'operator'] as const;
export type VoidReason = (typeof VOID_REASONS)[number];
