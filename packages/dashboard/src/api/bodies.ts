import './no-eval.ts';

export * from '../../../../api/dashboard/bodies.ts';
export { fieldOf, inOurWords } from '../../../../api/http/issue-words.ts';
