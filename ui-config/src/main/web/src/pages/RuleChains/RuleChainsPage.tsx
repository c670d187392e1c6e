// SPDX-License-Identifier: Apache-2.0
import { Box, Button, Group, Stack, Text } from '@mantine/core';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { useState, type DragEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { exportAllRuleChains, listRuleChains, SORT_PROPERTIES } from '../../api/ruleChains';
import { download } from '../../components/download';
import { ErrorNote } from '../../components/ErrorNote';
import { ListPage, NoEntries } from '../../components/ListPage';
import { SearchField } from '../../components/SearchField';
import { useListAddress } from '../../components/useListAddress';
import { CreateDialog } from './ChainDialogs';
import { droppedFiles, mayHoldChains } from './chainFiles';
import { ImportDialog } from './ImportDialog';
import { RuleChainTable } from './RuleChainTable';
import classes from './RuleChainTable.module.css';
import { useImports } from './useImports';

const PAGE_SIZE = 20;

export function RuleChainsPage() {
  const { t } = useTranslation();
  const { search, page, sortProperty, descending, show } = useListAddress(SORT_PROPERTIES);
  const [dialog, setDialog] = useState<'create' | 'import'>();
  const [over, setOver] = useState(false);
  const imports = useImports();
  const { data: chains, error } = useQuery({
    queryKey: ['ruleChains', search, page, sortProperty, descending],
    queryFn: ({ signal }) =>
      listRuleChains(
        { pageSize: PAGE_SIZE, page, textSearch: search, sortProperty, descending },
        signal,
      ),
    placeholderData: keepPreviousData,
  });
  const exporting = useMutation({
    mutationFn: exportAllRuleChains,
    onSuccess: (file) => download('rule_chains.json', file),
  });

  const onDragOver = (event: DragEvent) => {
    if (dialog === undefined && mayHoldChains(event.dataTransfer)) {
      event.preventDefault();
      setOver(true);
    }
  };
  const onDragLeave = ({ currentTarget, relatedTarget }: DragEvent) => {
    if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) {
      setOver(false);
    }
  };
  const onDrop = (event: DragEvent) => {
    setOver(false);
    const files = dialog === undefined ? droppedFiles(event.dataTransfer) : [];
    if (files.length > 0) {
      event.preventDefault();
      setDialog('import');
      imports.add(files);
    }
  };
  const closeImport = () => {
    setDialog(undefined);
    imports.clear();
  };

  return (
    <Box
      className={classes.page ?? ''}
      onDragOver={onDragOver}
      onDragLeave={onDragLeave}
      onDrop={onDrop}
    >
      {over && <div className={classes.pageDrop}>{t('ruleChains.dropHere')}</div>}
      <ListPage
        title={t('ruleChains.title')}
        count={(count) => t(search === '' ? 'ruleChains.count' : 'ruleChains.found', { count })}
        controls={
          <>
            <SearchField
              label={t('ruleChains.searchLabel')}
              placeholder={t('ruleChains.searchPlaceholder')}
              search={search}
              onSearch={(text) => show({ search: text, page: 0 }, true)}
            />
            <Button
              variant="default"
              loading={exporting.isPending}
              disabled={chains === undefined || (search === '' && chains.totalElements === 0)}
              onClick={() => exporting.mutate()}
            >
              {t('ruleChains.exportAll')}
            </Button>
            <Button variant="default" onClick={() => setDialog('import')}>
              {t('ruleChains.import')}
            </Button>
            <Button onClick={() => setDialog('create')}>{t('ruleChains.create')}</Button>
          </>
        }
        note={exporting.error !== null && <ErrorNote error={exporting.error} />}
        list={chains}
        error={error}
        page={page}
        onPage={(number) => show({ page: number })}
        empty={
          search === '' ? (
            <FirstChain onCreate={() => setDialog('create')} onImport={() => setDialog('import')} />
          ) : (
            <NoEntries text={t('ruleChains.noneFound', { search })} />
          )
        }
      >
        {(entries) => <RuleChainTable chains={entries} />}
      </ListPage>
      {dialog === 'create' && <CreateDialog onClose={() => setDialog(undefined)} />}
      {dialog === 'import' && <ImportDialog imports={imports} onClose={closeImport} />}
    </Box>
  );
}

interface FirstChainProps {
  readonly onCreate: () => void;
  readonly onImport: () => void;
}

function FirstChain({ onCreate, onImport }: FirstChainProps) {
  const { t } = useTranslation();
  return (
    <Stack align="center" gap="xs" py="xl">
      <Text fw={600}>{t('ruleChains.empty')}</Text>
      <Text c="dimmed">{t('ruleChains.emptyHelp')}</Text>
      <Group gap="xs" mt="xs">
        <Button onClick={onCreate}>{t('ruleChains.create')}</Button>
        <Button variant="default" onClick={onImport}>
          {t('ruleChains.import')}
        </Button>
      </Group>
    </Stack>
  );
}
