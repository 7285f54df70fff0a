import { invalidField } from '../core/problems.js';
import { ProcessorRefusal } from './errors.js';
import type { Account, AccountRequest, PaymentsPort } from './port.js';

/**
 * The account of an owner: the known one as it stands, or a new one.
 *
 * @param id of the known one; undefined: there is none.
 * @throws {ProblemError} `invalid_request` for an account that we may not use, or that cannot be made.
 */
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
