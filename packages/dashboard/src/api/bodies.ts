import './no-eval.ts';

export * from '../../../../api/dashboard/bodies.ts';
export { issueText, toFieldError as fieldOf } from '../../../../api/http/issue-text.ts';
