import { JobLanes } from '../../../src/adapters/postgres/jobs/job-lanes';

describe('JobLanes', () => {
  let now = 0;
  const lanesOf = (lanes: JobLanes, company_id: string, count: number) =>
    Array.from({ length: count }, () => lanes.laneOf(company_id));

  test('leads the first eight jobs of a company within ten seconds into the first lane, and all others past it', () => {
    const lanes = new JobLanes(() => now);
    expect(new Set(lanesOf(lanes, 'a', 8))).toEqual(new Set(['transmissions']));
    expect(new Set(lanesOf(lanes, 'a', 100))).toEqual(new Set(['mass-transmissions']));
    now += 9_999;
    expect(lanes.laneOf('a')).toBe('mass-transmissions');
    now += 1;
    expect(lanes.laneOf('a')).toBe('transmissions');
  });

  test('counts each company by itself', () => {
    const lanes = new JobLanes(() => now);
    lanesOf(lanes, 'a', 100);
    expect(lanes.laneOf('b')).toBe('transmissions');
  });
});
