import type { ComboboxParsedItem, OptionsFilter } from '@mantine/core';
import { foldText } from '../../../../src/core/fold.ts';

/** Options of a searchable field whose label contains the typed text, compared as the service compares names. */
export const byFoldedLabel: OptionsFilter = ({ options, search, limit }) => {
  const typed = foldText(search);
  const isMatch = (option: ComboboxParsedItem) => 'label' in option && foldText(option.label).includes(typed);
  return options.filter(isMatch).slice(0, limit);
};
