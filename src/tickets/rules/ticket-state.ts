/** `valid`: lets one person in. `used`: it has. `refunded`: its money went back. `void`: worthless, for the stored reason. */
export const TICKET_STATES = ['valid', 'used', 'refunded', 'void'] as const;
export type TicketState = (typeof TICKET_STATES)[number];

/** Why a ticket is void. */
export type VoidReason = 'event_cancelled' | 'operator';
