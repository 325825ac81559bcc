import { z } from 'zod';

/** `orders.count` */
export const memberName = z.string().regex(/^[a-zA-Z0-9_]+\.[a-zA-Z0-9_]+$/);

/** `orders.count`, or `orders.created_at.day` */
export const dimensionName = z.string().regex(/^[a-zA-Z0-9_]+\.[a-zA-Z0-9_]+(\.[a-zA-Z0-9_]+)?$/);
