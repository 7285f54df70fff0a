import { invalidField } from '../core/problems.js';
import { ProcessorRefusal } from './errors.js';
import type { Account, AccountRequest, PaymentsPort } from './port.js';

/** The known account of an owner, or a new one. @throws {ProblemError} `invalid_request` for an unusable account. */
export async function obtainAccount(
  payments: PaymentsPort,
  id: string | undefined,
  request: AccountRequest,
): Promise<Account> {
  try {
    return await (id === undefined ? payments.createAccount(request) : payments.findAccount(id));
  } catch (error) {
    if (error instanceof ProcessorRefusal) throw invalidField('account', `was refused: ${error.message}`);
    throw error;
  }
}

/** How an account stands; a refusal: we may not use it any more. @throws when the processor gave no answer. */
export async function readAccount(payments: PaymentsPort, id: string): Promise<Account | ProcessorRefusal> {
  try {
    return await payments.findAccount(id);
  } catch (error) {
    if (error instanceof ProcessorRefusal) return error;
    throw error;
  }
}
