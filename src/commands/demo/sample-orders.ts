import { addDays, type CalendarDate } from '../../domain/dates.ts';

/** Enough history for a full file: over 15 months of days. */
const DAYS = 470;
const CUSTOMERS = 400;
/** Weight of the days of a week, Sunday first: a shop in Cairo sells most before the weekend. */
const WEEK = [0.9, 0.9, 1, 1.05, 1.3, 1.15, 0.8] as const;

/**
 * Made-up but believable orders of one small web shop up to a day, as JSON Lines: the same text every time.
 * Sales grow a little, dip in summer, and some orders come back.
 */
export function sampleOrders(lastDay: CalendarDate): string {
  const random = numbersFrom(20_260_301);
  const lines: unknown[] = [
    {
      kind: 'merchant',
      external_id: 'nile-crafts',
      name: 'Nile Crafts نايل كرافتس',
      contact_name: 'Mona Adel',
      contact_phone: '+201001234567',
      founded_on: '2023-05-14',
    },
    {
      kind: 'store',
      merchant: 'nile-crafts',
      id: 'nile-web',
      type: 'PLATFORM_A',
      name: 'nilecrafts.example',
    },
  ];
  let number = 1000;
  for (let day = 0; day < DAYS; day++) {
    const date = addDays(lastDay, day - DAYS + 1);
    const season = 1 + 0.06 * Math.sin((day / 365) * 2 * Math.PI);
    const growth = 0.85 + (0.25 * day) / DAYS;
    const count = Math.round(5.2 * season * growth * (WEEK[day % 7] ?? 1) + random() * 2 - 1);
    for (let i = 0; i < count; i++) {
      number += 1;
      lines.push(order(date, number, random));
    }
  }
  return lines.map((line) => `${JSON.stringify(line)}\n`).join('');
}

function order(date: CalendarDate, number: number, random: () => number): unknown {
  const total = (320 + Math.floor(random() * 96_000) / 100).toFixed(2);
  const fate = random();
  const hour = String(8 + Math.floor(random() * 14)).padStart(2, '0');
  const minute = String(Math.floor(random() * 60)).padStart(2, '0');
  return {
    kind: 'order',
    merchant: 'nile-crafts',
    store_id: 'nile-web',
    id: `NC-${number}`,
    created_at: `${date}T${hour}:${minute}:00+02:00`,
    currency: 'EGP',
    total_price: total,
    ...(fate < 0.04
      ? { financial_status: 'refunded', fulfillment_status: 'returned' }
      : fate < 0.3
        ? { financial_status: 'pending', fulfillment_status: 'delivered' }
        : { financial_status: 'paid', fulfillment_status: 'fulfilled' }),
    payment_gateway_names: fate < 0.3 ? 'cash on delivery' : 'card',
    customer_id: `c${Math.floor(random() * CUSTOMERS)}`,
    shipping_address: { country_code: 'EGY', address_line: 'Cairo' },
  };
}

/** Numbers from 0 to 1, always the same ones: a linear congruential generator (Numerical Recipes' constants). */
function numbersFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
