import type { OrderHoldActivities } from '../src/contracts/order-hold.js';
import type { Context } from '../src/services/context.js';
import { expireOrder } from '../src/services/orders/expire-order.js';

export function createOrderHoldActivities(ctx: Context): OrderHoldActivities {
  return {
    async expireOrder(orderId) {
      return { status: (await expireOrder(ctx, { orderId })) ?? 'missing' };
    },
  };
}
