import { House, type LucideIcon, ShieldCheck, Users } from 'lucide-react';
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
    label: 'Company',
    sections: [
      { to: '/members', label: 'Members', icon: Users, action: 'members.read' },
      { to: '/security', label: 'Your sign-in', icon: ShieldCheck, action: 'company.read' },
    ],
  },
];
