import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse, parseAllDocuments, stringify } from 'yaml';
import { schema } from '../../src/platform/config/environment.js';
import { projectRoot } from '../../src/platform/config/project-root.js';
import { installPython } from '../../tools/fuzz/python.js';

/** The path of helm; docs/deploy/kubernetes.md explains the chart. */
const HELM = process.env.HELM;
const CHART = join(projectRoot(), 'deploy/chart');

interface Container {
  name: string;
  image: string;
  env: { name: string; value: string }[];
  securityContext: Record<string, unknown>;
}
interface Manifest {
  kind: string;
  metadata: { name: string };
  spec: { template?: { spec: { containers: Container[]; automountServiceAccountToken: boolean } } };
}

const EVERYTHING = {
  trustedProxies: ['10.0.0.0/16', '2001:db8::/32'],
  imagePullSecrets: [{ name: 'registry' }],
  ingress: { enabled: true, className: 'nginx', tlsSecretName: 'tls', annotations: { note: 'of ours' } },
  metrics: { podMonitor: { enabled: true, labels: { release: 'prometheus' } } },
  networkPolicy: { ingressFrom: [{ namespaceSelector: {} }], metricsFrom: [{ podSelector: {} }] },
  api: { autoscaling: { targetRequestsInFlight: 100 }, nodeSelector: { disk: 'ssd' }, tolerations: [{ key: 'a' }] },
  worker: { autoscaling: { targetOutboxSeconds: 5 }, nodeSelector: { disk: 'ssd' }, tolerations: [{ key: 'a' }] },
};

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'partner-events-chart-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function template(values: object) {
  const file = join(folder, 'values.yaml');
  writeFileSync(file, stringify(values));
  return spawnSync(HELM ?? '', ['template', 'shop', CHART, '--kube-version', '1.30.0', '--values', file], {
    encoding: 'utf8',
  });
}

function render(values: object): Manifest[] {
  const { status, stdout, stderr } = template(values);
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  return parseAllDocuments(stdout)
    .map((document) => document.toJS() as Manifest | null)
    .filter((one) => one !== null);
}

const containersOf = (manifests: Manifest[]) => manifests.flatMap(({ spec }) => spec.template?.spec.containers ?? []);

(HELM ? describe : describe.skip)('the chart', () => {
  test.each([
    ['as it comes', {}, 7],
    ['with all that it has', EVERYTHING, 10],
    ['while a version drains', { settings: { WORKER_BUILD_ID: 'b' }, worker: { previous: { buildId: 'a' } } }, 8],
    ['without what can be left out', { networkPolicy: { enabled: false }, migrate: { enabled: false } }, 5],
  ])('%s: is accepted by the schemas of Kubernetes', async (_name, values, deployedAtLeast) => {
    const manifests = render(values);
    expect(manifests.length).toBeGreaterThanOrEqual(deployedAtLeast);
    const python = await installPython('kubernetes', join(projectRoot(), 'tools/clients/kubernetes.txt'), () => {});
    const file = join(folder, 'manifests.yaml');
    // The Prometheus operator's kind is not Kubernetes' own.
    writeFileSync(
      file,
      manifests
        .filter(({ kind }) => kind !== 'PodMonitor')
        .map((manifest) => `---\n${stringify(manifest)}`)
        .join(''),
    );
    const judge = join(python, 'bin/kubernetes-validate');
    for (const version of ['1.27', '1.34']) {
      const { status, stdout } = spawnSync(judge, ['--strict', '--kubernetes-version', version, file], {
        encoding: 'utf8',
      });
      const faults = stdout.split('\n').filter((line) => line !== '' && !line.startsWith('INFO'));
      expect({ version, status, faults }).toEqual({ version, status: 0, faults: [] });
    }
  });

  test('gives processes settings that there are, no secret, and no more rights than they need', () => {
    const manifests = render(EVERYTHING);
    const containers = containersOf(manifests);
    expect(containers.map(({ name }) => name).sort()).toEqual(['api', 'migrate', 'worker']);
    for (const { env, securityContext } of containers) {
      expect(env.map(({ name }) => name).filter((name) => !(name in schema.shape))).toEqual([]);
      expect(env.find(({ name }) => name === 'TRUSTED_PROXIES')?.value).toBe('10.0.0.0/16,2001:db8::/32');
      expect(securityContext).toEqual({
        readOnlyRootFilesystem: true,
        allowPrivilegeEscalation: false,
        capabilities: { drop: ['ALL'] },
      });
    }
    expect(manifests.flatMap(({ spec }) => spec.template?.spec.automountServiceAccountToken ?? [])).toEqual([
      false,
      false,
      false,
    ]);
    expect(new Set(containers.map(({ image }) => image))).toEqual(new Set(['partner-events:1.0.0']));
  });

  test('keeps workers of the previous version next to the new ones', () => {
    const previous = { buildId: '1.0.0', tag: '1.0.0', replicas: 2 };
    const manifests = render({ settings: { WORKER_BUILD_ID: '1.0.0' }, worker: { previous } });
    const deployments = manifests.filter(({ kind, metadata }) => kind === 'Deployment' && /worker/.test(metadata.name));
    const shown = deployments.map((deployment) => {
      const [{ image, env } = { image: '', env: [] }] = containersOf([deployment]);
      return [
        deployment.metadata.name,
        image,
        env.filter(({ name }) => name === 'WORKER_BUILD_ID').map(({ value }) => value),
      ];
    });
    expect(shown).toEqual([
      ['shop-partner-events-worker', 'partner-events:1.0.0', ['1.0.0']],
      ['shop-partner-events-worker-previous', 'partner-events:1.0.0', ['1.0.0']],
    ]);
    expect(deployments[1]?.spec).toMatchObject({
      replicas: 2,
      selector: { matchLabels: { 'app.kubernetes.io/component': 'worker-previous' } },
    });
  });

  test.each([
    ['a version before, without one now', { worker: { previous: { buildId: '1.0.0' } } }, 'settings.WORKER_BUILD_ID'],
    ['a secret among the settings', { settings: { DATABASE_URL: 'postgres://' } }, 'DATABASE_URL'],
    ['a setting that the chart decides', { settings: { PORT: 80 } }, 'PORT'],
    ['a word that there is not', { api: { replica: 3 } }, 'replica'],
    ['no processes', { worker: { replicas: 0 } }, 'replicas'],
    ['a proxy that is no address', { trustedProxies: ['proxy.example.com'] }, 'trustedProxies'],
  ])('refuses %s, and names it', (_name, values, named) => {
    const { status, stderr } = template(values);
    expect(status).not.toBe(0);
    expect(stderr).toContain(named);
  });
});

test('the chart has the version of the package', () => {
  const { version } = JSON.parse(readFileSync(join(projectRoot(), 'package.json'), 'utf8')) as { version: string };
  expect(parse(readFileSync(join(CHART, 'Chart.yaml'), 'utf8'))).toMatchObject({ version, appVersion: version });
});
