export interface FieldFault {
  /** Path of the field in the input, for example `ticket_types.0.price`. */
  field: string;
  reason: string;
}

/** An invalid event in the input; `message` is `field: reason; field: reason`. */
export class InputRefusal extends Error {
  override name = 'InputRefusal';

  constructor(readonly faults: readonly FieldFault[]) {
    super(faults.map(({ field, reason }) => (field ? `${field}: ${reason}` : reason)).join('; '));
  }
}

export function refuse(field: string, reason: string): InputRefusal {
  return new InputRefusal([{ field, reason }]);
}
