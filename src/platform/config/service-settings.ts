import { z } from 'zod';
import { ADDRESS, asciiAddress } from '../../core/mail-address.js';
import { flag } from './numbers.js';

const page = z.url({ protocol: /^https?$/ }).optional();
const line = z.string().trim().min(1).max(200);

export const serviceSettings = {
  SERVICE_NAME: line.default('Partner Events'),
  SERVICE_LEGAL_NAME: line.optional(),
  /** Lines separated by `|`. */
  SERVICE_ADDRESS: z
    .string()
    .transform((text) => text.split('|').map((line) => line.trim()))
    .pipe(z.array(line).max(6))
    .optional(),
  SERVICE_TAX_ID: line.optional(),
  SERVICE_CONTACT: z
    .string()
    .overwrite(asciiAddress)
    .check(z.email({ pattern: ADDRESS }))
    .optional(),
  SERVICE_LOGO_URL: z.url({ protocol: /^https$/ }).optional(),
  SERVICE_TERMS_URL: page,
  SERVICE_PRIVACY_URL: page,
  SERVICE_REFUNDS_URL: page,
  /** Where to report a weakness: an address, or a page. */
  SECURITY_CONTACT: z.union([z.email(), z.url({ protocol: /^https$/ })]).optional(),
  /** Whether search engines may list event pages. */
  INDEX_EVENT_PAGES: flag,
};

type Settings = z.output<z.ZodObject<typeof serviceSettings>>;

export function readService(value: Settings) {
  return {
    name: value.SERVICE_NAME,
    /** Who issues statements; undefined: the name. */
    legalName: value.SERVICE_LEGAL_NAME,
    /** One line each. */
    address: value.SERVICE_ADDRESS ?? [],
    taxId: value.SERVICE_TAX_ID,
    /** An e-mail address for buyers. */
    contact: value.SERVICE_CONTACT,
    logoUrl: value.SERVICE_LOGO_URL,
    termsUrl: value.SERVICE_TERMS_URL,
    privacyUrl: value.SERVICE_PRIVACY_URL,
    refundsUrl: value.SERVICE_REFUNDS_URL,
    /** An e-mail address or a URL. */
    securityContact: value.SECURITY_CONTACT,
    indexEventPages: value.INDEX_EVENT_PAGES,
  };
}

export type ServiceConfig = ReturnType<typeof readService>;

/** Settings of the service that buyers and finance departments look for and that are not set, by name. */
export function missingServiceSettings({ service }: { service: ServiceConfig }): string[] {
  const wanted: [string, unknown][] = [
    ['SERVICE_LEGAL_NAME', service.legalName],
    ['SERVICE_ADDRESS', service.address.length > 0],
    ['SERVICE_TAX_ID', service.taxId],
    ['SERVICE_CONTACT', service.contact],
    ['SERVICE_LOGO_URL', service.logoUrl],
    ['SERVICE_TERMS_URL', service.termsUrl],
    ['SERVICE_PRIVACY_URL', service.privacyUrl],
    ['SERVICE_REFUNDS_URL', service.refundsUrl],
    ['SECURITY_CONTACT', service.securityContact],
  ];
  return wanted.filter(([, value]) => !value).map(([name]) => name);
}
