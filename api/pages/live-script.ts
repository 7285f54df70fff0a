import { createHash } from 'node:crypto';

/** Everything works without scripts: running total, visitor's time, countdown of a hold, a picture that cannot be loaded. */
export const LIVE_SCRIPT = `
const locale = document.documentElement.dataset.locale;
// A buy link with &#038; for &: browsers take the rest of it for a fragment, which the server never receives.
const rest = location.pathname.startsWith('/buy/') && /^#(?:0*38|x0*26);(.+)/i.exec(location.hash);
if (rest) location.replace(location.pathname + (location.search || '?') + '&' + rest[1]);
for (const form of document.querySelectorAll('form[data-currency]')) {
  const money = new Intl.NumberFormat(locale, { style: 'currency', currency: form.dataset.currency });
  const out = form.querySelector('output');
  const quantity = form.elements.quantity;
  form.querySelector('[name=update]').hidden = true;
  const show = () => {
    const ticket = form.querySelector('[name=ticket]:checked');
    if (!ticket) return;
    quantity.max = ticket.dataset.most;
    const count = quantity.valueAsNumber;
    out.textContent = count >= 1 && count <= Number(ticket.dataset.most)
      ? out.dataset.words.replace('{total}', () => money.format(ticket.dataset.total * count))
      : '–';
  };
  form.addEventListener('input', show);
  show();
}
for (const time of document.querySelectorAll('time[data-words]')) {
  const at = new Date(time.dateTime);
  const as = (timeZone) => new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeStyle: 'short', timeZone }).format(at);
  const here = as(undefined);
  if (here === as(time.dataset.zone)) continue;
  const line = document.createElement('span');
  line.className = 'soft line';
  line.textContent = time.dataset.words.replace('{time}', () => here);
  time.after(line);
}
for (const picture of document.images) {
  const drop = () => picture.remove();
  if (picture.complete && picture.naturalWidth === 0) drop();
  else picture.addEventListener('error', drop);
}
for (const timer of document.querySelectorAll('[data-left]')) {
  const end = performance.now() + timer.dataset.left * 1000;
  const tick = () => {
    const left = Math.max(0, Math.ceil((end - performance.now()) / 1000));
    const words = Math.floor(left / 60) + ':' + String(left % 60).padStart(2, '0');
    timer.textContent = left > 0 ? timer.dataset.words.replace('{time}', words) : timer.dataset.over;
    if (left > 0) setTimeout(tick, 1000);
  };
  tick();
}
`;

export const LIVE_SCRIPT_HASH = createHash('sha256').update(LIVE_SCRIPT).digest('base64');
