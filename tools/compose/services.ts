import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

/** A service of the project, from docker-compose.yml. */
export interface Service {
  name: string;
  /** Absent: the image's. */
  command: string[] | undefined;
  environment: Record<string, string>;
  replicas: number;
  /** `no` or `unless-stopped`. */
  restart: string;
  /** A program that ends with 0 when the service is healthy. */
  healthcheck: string[] | undefined;
  dependsOn: string[];
}

interface Written {
  build?: unknown;
  command?: string[];
  environment: Record<string, string>;
  restart: string;
  deploy?: { replicas?: number };
  healthcheck?: { test: string[] };
  depends_on?: Record<string, unknown>;
}

/**
 * The services that run the project's image, each after those it depends on.
 *
 * @param settings what stands in `.env`.
 * @throws {Error} naming a setting that is missing.
 */
export function ownServices(file: string, settings: Record<string, string>): Service[] {
  const text = interpolate(readFileSync(file, 'utf8'), settings);
  const { services } = parse(text, { merge: true }) as { services: Record<string, Written> };
  const own = Object.entries(services)
    .filter(([, service]) => service.build !== undefined)
    .map(([name, service]) => ({
      name,
      command: service.command?.map(String),
      environment: Object.fromEntries(
        Object.entries(service.environment).map(([key, value]) => [key, String(value ?? '')]),
      ),
      replicas: service.deploy?.replicas ?? 1,
      restart: service.restart,
      healthcheck: service.healthcheck?.test.slice(1),
      dependsOn: Object.keys(service.depends_on ?? {}),
    }));
  const ordered: Service[] = [];
  while (ordered.length < own.length) {
    const isStarted = (name: string) =>
      ordered.some((service) => service.name === name) || !own.some((service) => service.name === name);
    const next = own.find((service) => !ordered.includes(service) && service.dependsOn.every(isStarted));
    if (!next) throw new Error('docker-compose.yml: services depend on each other in a circle');
    ordered.push(next);
  }
  return ordered;
}

/** As Compose does it: `${NAME}`, `${NAME:-default}`, `${NAME:?message}`, and `$$` for a dollar sign. */
function interpolate(text: string, settings: Record<string, string>): string {
  return text.replace(/\$\$|\$\{(\w+)(?::([-?])([^}]*))?\}/g, (whole, name: string, kind: string, rest: string) => {
    if (whole === '$$') return '$';
    const value = settings[name];
    if (value) return value;
    if (kind === '?') throw new Error(`${name}: ${rest}`);
    return rest ?? '';
  });
}
