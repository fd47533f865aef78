import { alertRules } from '../../monitoring/promtool';
import { INSTALLATION_FAULTS, STORAGE_FAULTS } from '.';

/** The drill has one fault for each alert of the rules, and for no other. */
test('each alert has one fault, and each fault has alerts that exist', () => {
  const drilled = [...INSTALLATION_FAULTS, ...STORAGE_FAULTS].flatMap(({ alerts }) => alerts);
  expect([...drilled].sort()).toEqual([...new Set(alertRules.map(({ alert = '' }) => alert))].sort());
});
