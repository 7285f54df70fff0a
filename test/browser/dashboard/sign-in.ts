import { openSession, requestSignIn } from '../../../src/members/sign-in.js';
import { type DashboardSite, FIRST_PAGE } from '../../support/dashboard/dashboard-site.js';
import { mailedLinks } from '../../support/dashboard/members.js';

export function signInJourneys(get: () => DashboardSite): void {
  test('a link by mail, used by a button, works once', async () => {
    const site = get();
    const owner = await site.signedIn();
    await owner.close();

    const tab = await site.open();
    const { page } = tab;
    await page.goto('/dashboard/members');
    await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
    expect(await tab.faults()).toEqual([]);
    const asked: string[] = [];
    page.on('request', (request) => void asked.push(new URL(request.url()).pathname));
    await page.getByLabel('Email').fill('nobody');
    await page.getByRole('button', { name: 'Email me a link' }).click();
    await page.getByText('Must be an email address').waitFor();
    // The form knows the service's answer.
    expect(asked).not.toContain('/dashboard/api/session/request-link');
    // Links are identified by their times.
    site.api.ctx.clock.advance(1_000);
    await page.getByLabel('Email').fill(owner.email);
    await page.getByRole('button', { name: 'Email me a link' }).click();
    await page.getByRole('heading', { name: 'Check your email' }).waitFor();
    expect(await tab.faults()).toEqual([]);

    const { token } = (await mailedLinks(site.api.ctx)).at(-1) ?? {};
    // A link of a mail opens in a tab of its own.
    await page.evaluate('sessionStorage.clear()');
    await page.goto(`/dashboard/sign-in#${token}`);
    const used = page.getByRole('button', { name: 'Continue to the dashboard' });
    // It says whom the link signs in before anybody presses it.
    await page.getByText(`Sign in to Example Partner as ${owner.email}.`).waitFor();
    await page.locator(':focus', { hasText: 'Continue to the dashboard' }).waitFor();
    expect(await tab.faults()).toEqual([]);
    await used.click();
    await page.getByRole('heading', { level: 1, name: 'Team' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/dashboard/members');
    expect(page.url()).not.toContain(token);
    expect(await page.evaluate("localStorage.getItem('dashboard-asked-page')")).toBeNull();

    for (const back of ['https://evil.example/', '//evil.example/', '/\\evil.example/', '/dashboard/sign-in']) {
      await page.goto(`/dashboard/sign-in?${new URLSearchParams({ back })}`);
      await page.getByRole('button', { name: 'Continue to the dashboard' }).click();
      await page.getByRole('heading', { level: 1, name: FIRST_PAGE }).waitFor();
    }
    await page.reload();
    await page.getByRole('heading', { level: 1, name: FIRST_PAGE }).waitFor();

    await page.getByRole('button', { name: 'Your account' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
    await page.goto(`/dashboard/sign-in#${token}`);
    await page.reload();
    await page.getByRole('alert').waitFor();
    await page.getByRole('button', { name: 'Request another link' }).click();
    await page.getByLabel('Email').waitFor();
    await tab.close();
  });

  test('an app is set up, asked for at the next sign-in, and removed', async () => {
    const site = get();
    const tab = await site.signedIn();
    const { page } = tab;
    await tab.visit('/security', 'Security');
    await page.getByRole('button', { name: 'Set up an app' }).click();
    await page.getByRole('img', { name: 'QR code' }).waitFor();
    expect(await tab.faults()).toEqual([]);
    await tab.setUpApp();
    await page.getByText('The authenticator app is set up.').waitFor();

    await page.getByRole('button', { name: 'Your account' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
    await page.goto('/dashboard/use?mode=live');
    await page.getByLabel('Email').fill(tab.email);
    await page.getByRole('button', { name: 'Email me a link' }).click();
    await page.getByRole('heading', { name: 'Check your email' }).waitFor();
    const { token } = (await mailedLinks(site.api.ctx)).at(-1) ?? {};
    await page.goto(`/dashboard/sign-in#${token}`);
    await page.reload();
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('heading', { name: 'One more step' }).waitFor();
    expect(await tab.faults()).toEqual([]);
    expect(await page.getByRole('button', { name: 'Use a passkey' }).count()).toBe(0);
    await page.locator('[aria-label="Digit 1 of 6"]:focus').waitFor();
    await page.keyboard.type('000000');
    await page.getByRole('alert').waitFor();
    await tab.typeCode();
    await page.getByRole('heading', { level: 1, name: 'Usage' }).waitFor();
    expect(page.url()).toContain('/dashboard/use?mode=live');

    await tab.visit('/security', 'Security');
    await page.getByRole('button', { name: 'Remove', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await page.getByText('The authenticator app was removed.').waitFor();
    await tab.close();
  });

  test('a passkey is made and used, and a session is ended from another', async () => {
    const site = get();
    const tab = await site.signedIn();
    const { page } = tab;
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('WebAuthn.enable');
    await devtools.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
      },
    });
    await tab.visit('/security', 'Security');
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    await page.getByLabel('Name').fill('Work laptop');
    await page.getByRole('button', { name: 'Create a passkey' }).click();
    await page.getByRole('cell', { name: 'Work laptop', exact: true }).waitFor();
    site.api.ctx.clock.advance(1_000);
    await requestSignIn(site.api.ctx, { email: tab.email, ip: '192.0.2.1' });
    const { token = '' } = (await mailedLinks(site.api.ctx)).findLast(({ to }) => to === tab.email) ?? {};
    await openSession(site.api.ctx, { token, ip: '192.0.2.1', agent: 'Another browser' });
    await page.reload();
    await page.getByRole('cell', { name: 'Another browser' }).waitFor();
    expect(await tab.faults()).toEqual([]);
    await page.getByRole('button', { name: 'End all other sessions' }).click();
    await page.getByText('All other sessions have ended.').waitFor();
    await page.getByRole('cell', { name: 'Another browser' }).waitFor({ state: 'detached' });

    site.api.ctx.clock.advance(20 * 60_000);
    await page.getByRole('button', { name: 'Remove Work laptop' }).click();
    await page.getByRole('button', { name: 'Use a passkey' }).waitFor();
    // Missing factors are not offered.
    expect(await page.getByLabel('Digit 1 of 6').count()).toBe(0);
    await page.getByRole('button', { name: 'Use a passkey' }).click();
    await page.getByText('The passkey was removed.').waitFor();
    // With it goes the authenticator: the page is the next journey's too.
    await devtools.detach();
    await tab.close();
  });

  test('with the keyboard: past the navigation to the content', async () => {
    const tab = await get().signedIn('viewer');
    const { page } = tab;
    await tab.visit('', FIRST_PAGE);
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Skip to content');
    await page.keyboard.press('Enter');
    expect(await page.evaluate('document.activeElement.id')).toBe('main');
    expect(await tab.faults()).toEqual([]);
    await tab.close();
  });
}
