/** The verbs of each kind of object. An action is named by both: `key.create`. */
const VERBS = {
  mail: ['resend'],
  company: ['create', 'suspend', 'resume'],
  agreement: ['set'],
  terms: ['set'],
  billing: ['set'],
  vat: ['set'],
  payout_account: ['set', 'connect', 'confirm'],
  key: [
    'create',
    'roll',
    'end_previous',
    'describe',
    'revoke',
    'pin_certificate',
    'unpin_certificate',
    'allow_addresses',
  ],
  oauth: ['create', 'rotate', 'revoke'],
  member: [
    'invite',
    'remove',
    'role',
    'sign_in',
    'sign_out',
    'totp_add',
    'totp_remove',
    'passkey_add',
    'passkey_remove',
    'second_step_wrong',
    'second_step_reset',
    'mails',
  ],
  operator: ['sign_in_as', 'sign_in', 'sign_out'],
  webhook: ['add', 'reveal', 'rotate', 'choose', 'header', 'enable', 'disable', 'remove'],
  postback: ['add', 'header', 'enable', 'disable', 'remove'],
  delivery: ['replay', 'retry_now', 'stop'],
  subscription: ['add', 'remove'],
  sale: ['refund', 'reverse'],
  refund: ['retry', 'settle'],
  processor_event: ['dismiss'],
  inquiry: ['ask', 'answer'],
  buyer: ['erase', 'search'],
  tickets: ['door_list', 'correct', 'revoke_page', 'void'],
  announcement: ['pause', 'resume', 'stop'],
  organizer_key: ['create', 'revoke'],
  secrets: ['reseal'],
  worker: ['promote'],
  job: ['retry'],
  organizer: ['set', 'connect'],
  catalogue: ['import', 'generate'],
  event: ['pause_refunds', 'resume_refunds', 'update', 'withdraw', 'share'],
  settlement: ['close', 'rerun', 'void', 'pay', 'adjust', 'import_bank', 'propose', 'approve', 'reject'],
  sandbox: ['advance', 'sale', 'refund', 'step', 'reset'],
} as const;

type Kind = keyof typeof VERBS;

export type AuditAction = { [K in Kind]: `${K}.${(typeof VERBS)[K][number]}` }[Kind];

export const AUDIT_ACTIONS = Object.entries(VERBS).flatMap(([kind, verbs]) =>
  verbs.map((verb) => `${kind}.${verb}` as AuditAction),
);

/** Facts of an action. Never a key, a secret, an e-mail address, an endpoint's address or anything of a buyer. */
export type AuditDetails = Readonly<Record<string, string | number | boolean | null | readonly string[]>>;
