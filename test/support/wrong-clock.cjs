/** Loaded before a process (`--require`): its machine's clock is wrong by WRONG_CLOCK_MS, its monotonic clock is not. */
const wrong = Number(process.env.WRONG_CLOCK_MS);
const RealDate = Date;

globalThis.Date = class extends RealDate {
  constructor(...args) {
    super(...(args.length === 0 ? [RealDate.now() + wrong] : args));
  }

  static now() {
    return RealDate.now() + wrong;
  }
};
