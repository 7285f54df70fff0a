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
}

/** What the navigation leads to, in groups. */
export const SECTIONS: { label: string | null; sections: Section[] }[] = [
  { label: null, sections: [{ to: '/', label: 'Overview', icon: House, action: 'company.read' }] },
  {
    label: 'Connect',
    sections: [
      { to: '/keys', label: 'Keys', icon: KeyRound, action: 'keys.read' },
      { to: '/clients', label: 'OAuth clients', icon: Fingerprint, action: 'keys.read' },
      { to: '/webhooks', label: 'Webhooks', icon: Webhook, action: 'webhooks.read' },
      { to: '/postbacks', label: 'Postbacks', icon: MousePointerClick, action: 'webhooks.read' },
      { to: '/receiver', label: 'Check my receiver', icon: Stethoscope, action: 'deliveries.send' },
    ],
  },
  {
    label: 'Data',
    sections: [
      { to: '/bulk', label: 'Bulk subscriptions', icon: Download, action: 'bulk.read' },
      { to: '/use', label: 'Use', icon: BarChart3, action: 'use.read' },
    ],
  },
  {
    label: 'Company',
    sections: [
      { to: '/members', label: 'Members', icon: Users, action: 'members.read' },
      { to: '/security', label: 'Your sign-in', icon: ShieldCheck, action: 'company.read' },
    ],
  },
];
