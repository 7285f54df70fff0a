/** What our hard deliveries found (`POST /endpoints/{id}/check-receiver`). */
export interface ReceiverCheck {
  object: 'receiver_check';
  verdict: 'good' | 'mend';
  steps: ReceiverStep[];
}

export interface ReceiverStep {
  code: string;
  title: string;
  /** What we sent, and what a good receiver answers. */
  sent: string;
  expected: string;
  answered: { status_code: number | null; duration_ms: number | null; outcome: string; body: string | null } | null;
  verdict: 'good' | 'bad' | 'unclear';
  advice: string | null;
  docs: string | null;
}
