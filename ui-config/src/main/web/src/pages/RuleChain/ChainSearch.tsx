// SPDX-License-Identifier: Apache-2.0
import { ActionIcon, Group, Text, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { SearchIcon } from '../../components/icons';
import { useEditing } from './chainContext';
import classes from './Editor.module.css';
import { DownIcon, UpIcon } from './icons';
import { useChainSearch } from './searchContext';

export const SEARCH_FIELD_ID = 'chain-search';

/** Searches the nodes by name, number, type, description, configuration and labels. */
export function ChainSearch() {
  const { t } = useTranslation();
  const { commands } = useEditing();
  const { text, matches, position, search, goTo } = useChainSearch();

  const go = (step: number) => {
    const id = goTo(step);
    if (id !== undefined) {
      commands.goTo(id);
    }
  };
  const state =
    text.trim() === ''
      ? ''
      : matches.length === 0
        ? t('editor.searchNone')
        : t('editor.searchCount', { number: position + 1, total: matches.length });
  return (
    <Group gap={2} wrap="nowrap" className={classes.search ?? ''}>
      <TextInput
        id={SEARCH_FIELD_ID}
        type="search"
        size="xs"
        className={classes.searchField ?? ''}
        aria-label={t('editor.search')}
        placeholder={t('editor.search')}
        title={`${t('editor.search')} (Ctrl+F)`}
        leftSection={<SearchIcon />}
        value={text}
        onChange={({ currentTarget: { value } }) => search(value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') {
            event.preventDefault();
            go(event.shiftKey ? -1 : 1);
          } else if (event.key === 'Escape') {
            search('');
            event.currentTarget.blur();
          }
        }}
      />
      {text.trim() !== '' && (
        <>
          <Text size="xs" c="dimmed" role="status" className={classes.count ?? ''}>
            {state}
          </Text>
          <ActionIcon
            variant="subtle"
            color="gray"
            size={26}
            aria-label={t('editor.searchPrevious')}
            disabled={matches.length === 0}
            onClick={() => go(-1)}
          >
            <UpIcon />
          </ActionIcon>
          <ActionIcon
            variant="subtle"
            color="gray"
            size={26}
            aria-label={t('editor.searchNext')}
            disabled={matches.length === 0}
            onClick={() => go(1)}
          >
            <DownIcon />
          </ActionIcon>
        </>
      )}
    </Group>
  );
}
