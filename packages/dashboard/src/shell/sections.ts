import {
  BarChart3,
  Download,
  Fingerprint,
  House,
  KeyRound,
  type LucideIcon,
  MousePointerClick,
  ShieldCheck,
  Stethoscope,
  Users,
  Webhook,
} from 'lucide-react';
import type { Action } from '../api/types/session.ts';

export interface Section {
  to: string;
  label: string;
  icon: LucideIcon;
  /** Who cannot read it does not see it. */
  action: Action;
  /** What it holds, in a sentence. */
  noun: string;
}

/** What the navigation leads to, in groups. */
export const SECTIONS: { label: string | null; sections: Section[] }[] = [
  {
    label: null,
    sections: [{ to: '/', label: 'Overview', icon: House, action: 'company.read', noun: 'the overview' }],
  },
  {
    label: 'Connect',
    sections: [
      { to: '/keys', label: 'Keys', icon: KeyRound, action: 'keys.read', noun: 'keys' },
      { to: '/clients', label: 'OAuth clients', icon: Fingerprint, action: 'keys.read', noun: 'OAuth clients' },
      { to: '/webhooks', label: 'Webhooks', icon: Webhook, action: 'webhooks.read', noun: 'webhooks' },
      { to: '/postbacks', label: 'Postbacks', icon: MousePointerClick, action: 'webhooks.read', noun: 'postbacks' },
      {
        to: '/receiver',
        label: 'Check my receiver',
        icon: Stethoscope,
        action: 'deliveries.send',
        noun: 'the receiver check',
      },
    ],
  },
  {
    label: 'Data',
    sections: [
      { to: '/bulk', label: 'Bulk subscriptions', icon: Download, action: 'bulk.read', noun: 'bulk subscriptions' },
      { to: '/use', label: 'API usage', icon: BarChart3, action: 'use.read', noun: 'API usage' },
    ],
  },
  {
    label: 'Company',
    sections: [
      { to: '/members', label: 'Members', icon: Users, action: 'members.read', noun: 'members' },
      { to: '/security', label: 'Your sign-in', icon: ShieldCheck, action: 'company.read', noun: 'your sign-in' },
    ],
  },
];

/** The section that a page is in, by its address below `/dashboard`. */
export function sectionAt(pathname: string): Section | undefined {
  const [, first = ''] = pathname.split('/');
  const to = first === 'deliveries' ? '/webhooks' : `/${first}`;
  return SECTIONS.flatMap(({ sections }) => sections).find((section) => section.to === to);
}
