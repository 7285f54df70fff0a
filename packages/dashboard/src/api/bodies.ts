import './no-eval.ts';

export * from '../../../../api/dashboard/bodies.ts';
export { inOurWords, toFieldError as fieldOf } from '../../../../api/http/issue-words.ts';
