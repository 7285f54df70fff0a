import { certificateNotices } from '../../src/core/certificate-notices.js';

const NOW = new Date('2026-11-02T09:00:00.000Z');

test('certificates are named from thirty days before the end until it', () => {
  const pinned = (notAfter: string) => ({ fingerprint: 'ab'.repeat(32), notAfter: new Date(notAfter) });
  const soon = ['2026-11-02T09:00:00.001Z', '2026-12-02T09:00:00.000Z'];
  const quiet = ['2026-11-02T09:00:00.000Z', '2026-12-02T09:00:00.001Z'];
  const notices = certificateNotices({ certificates: [...soon, ...quiet].map(pinned) }, NOW);
  expect(notices).toEqual(
    soon.map(
      (end) =>
        `certificate_expiring: The client certificate abababababababab… pinned to this key expires on ${end}; ` +
        'pin its successor before that.',
    ),
  );
  expect(certificateNotices({}, NOW)).toEqual([]);
});
