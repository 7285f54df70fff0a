import Fastify from 'fastify';

/** The baseline of `/track`: Fastify alone, which reads the same JSON and answers 204. */
async function main(): Promise<void> {
  const app = Fastify({ logger: false });
  app.post('/v1/track', (_request, reply) => reply.code(204).send());
  await app.listen({ host: '127.0.0.1', port: Number(process.env.PORT) });
  process.send?.('ready');
}

void main();
