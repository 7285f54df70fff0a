import { fork } from 'node:child_process';

/** A file in a process of its own, which answers one message at a time. It ends when this process does. */
export interface Forked<Question, Answer, Ready = null> {
  pid: number;
  /** Its message once it was ready. */
  ready: Ready;
  ask(question: Question): Promise<Answer>;
  close(): Promise<void>;
}

type Reply<T> = { answer: T } | { fault: string };

/** @throws {Error} when it ends before it is ready; a question rejects with what went wrong there. */
export async function startForked<Question extends object, Answer, Ready = null>(
  file: string,
  { args = [], env = process.env }: { args?: readonly string[]; env?: NodeJS.ProcessEnv } = {},
): Promise<Forked<Question, Answer, Ready>> {
  const child = fork(file, args, { env, stdio: 'inherit' });
  const reply = <T>() =>
    new Promise<T>((resolve, reject) => {
      const onExit = (code: number | null) => reject(new Error(`${file} ended with ${code}`));
      child.once('exit', onExit);
      child.once('message', (message: Reply<T>) => {
        child.off('exit', onExit);
        if ('answer' in message) resolve(message.answer);
        else reject(new Error(message.fault));
      });
    });
  return {
    ready: await reply<Ready>(),
    pid: child.pid as number,
    ask(question) {
      const answer = reply<Answer>();
      child.send(question);
      return answer;
    },
    async close() {
      const gone = new Promise((resolve) => child.once('exit', resolve));
      child.disconnect();
      await gone;
    },
  };
}

/** The other side: answers what {@link Forked.ask} sends. */
export function answerParent<Question>(answer: (question: Question) => Promise<unknown>, ready: unknown = null): void {
  process.on('disconnect', () => process.exit(0));
  process.on('message', (question: Question) => {
    answer(question).then(
      (result) => process.send?.({ answer: result ?? null }),
      (error: Error) => process.send?.({ fault: error.message }),
    );
  });
  process.send?.({ answer: ready });
}
