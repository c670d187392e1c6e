// SPDX-License-Identifier: Apache-2.0
import { Anchor, Badge, Button, Group, Select, Skeleton, Stack, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { ReactFlowProvider } from '@xyflow/react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import {
  compareVersions,
  listVersions,
  readRuleChain,
  readVersion,
  type RuleChainVersion,
} from '../../api/ruleChains';
import { DifferenceList } from '../../components/chain/DifferenceList';
import { useCatalogue } from '../../components/chain/useCatalogue';
import { ErrorNote } from '../../components/ErrorNote';
import { Pager } from '../../components/Pager';
import { PageTitle } from '../../components/PageTitle';
import { useAddress } from '../../components/useAddress';
import { nameParam, pageIn } from '../../model/address';
import { differenceOf } from '../../model/chain/difference';
import { fromMetadata } from '../../model/chain/metadata';
import { exactTime } from '../../model/time';
import { Drawing } from './Drawing';
import { RestoreDialog } from './RestoreDialog';
import classes from './RuleChainVersionsPage.module.css';

const PAGE_SIZE = 20;

/** The versions of a rule chain, one of them drawn and compared with another. */
export function RuleChainVersionsPage() {
  const { t } = useTranslation();
  const { chainId = '' } = useParams();
  const [params, changeAddress] = useAddress();
  const page = pageIn(params);
  const [restoring, setRestoring] = useState(false);

  const chain = useQuery({
    queryKey: ['ruleChain', chainId],
    queryFn: ({ signal }) => readRuleChain(chainId, signal),
  });
  const versions = useQuery({
    queryKey: ['ruleChain', chainId, 'versions', page],
    queryFn: ({ signal }) => listVersions(chainId, page, PAGE_SIZE, signal),
    placeholderData: keepPreviousData,
  });
  const listed = versions.data?.data ?? [];
  const shown = Number(params.get('version')) || listed[0]?.number;
  const compared = comparedVersion(params.get('with'), shown, listed);

  const show = (changes: Readonly<Record<string, string | null>>) =>
    changeAddress((present) =>
      Object.entries(changes).reduce(
        (address, [name, value]) => nameParam(address, name, value),
        present,
      ),
    );
  const error = chain.error ?? versions.error;
  const isCurrent = listed.find(({ number }) => number === shown)?.current ?? false;

  return (
    <div className={classes.page} data-full-page>
      <div className={classes.head}>
        <Group gap={6} className={classes.title ?? ''}>
          <Anchor component={Link} to="/rule-chains" size="sm">
            {t('ruleChains.title')}
          </Anchor>
          <Text size="sm" c="dimmed" aria-hidden>
            /
          </Text>
          <PageTitle title={t('versions.title', { name: chain.data?.name ?? '…' })} />
        </Group>
        <Group gap="xs" ml="auto">
          <Button component={Link} to={`/rule-chains/${chainId}`} variant="default" size="xs">
            {t('versions.edit')}
          </Button>
          {shown !== undefined && (
            <Button size="xs" disabled={isCurrent} onClick={() => setRestoring(true)}>
              {t('versions.restore')}
            </Button>
          )}
        </Group>
      </div>
      {error !== null && (
        <div className={classes.fault}>
          <ErrorNote error={error} />
        </div>
      )}
      <div className={classes.columns}>
        <nav className={classes.list} aria-label={t('versions.list')}>
          {versions.data === undefined && error === null && <Skeleton height={300} m="md" />}
          <ul>
            {listed.map((version) => (
              <li key={version.number}>
                <VersionButton
                  version={version}
                  shown={version.number === shown}
                  onShow={() => show({ version: String(version.number), with: null })}
                />
              </li>
            ))}
          </ul>
          <Pager
            size="xs"
            padding="sm"
            pages={versions.data?.totalPages ?? 0}
            page={page}
            onPage={(number) => show({ page: String(number + 1), version: null, with: null })}
          />
        </nav>
        {shown !== undefined && (
          <Comparison
            chainId={chainId}
            shown={shown}
            compared={compared}
            versions={listed}
            onCompare={(number) => show({ with: number === undefined ? 'none' : String(number) })}
          />
        )}
      </div>
      {restoring && shown !== undefined && (
        <RestoreDialog
          chainId={chainId}
          number={shown}
          onRestored={() => show({ page: null, version: null, with: null })}
          onClose={() => setRestoring(false)}
        />
      )}
    </div>
  );
}

/** The version in the address; without one, the version before the one that is shown. */
function comparedVersion(
  wanted: string | null,
  shown: number | undefined,
  listed: readonly RuleChainVersion[],
): number | undefined {
  if (wanted === 'none' || shown === undefined) {
    return undefined;
  }
  const number = Number(wanted);
  return number > 0 ? number : listed.find((version) => version.number < shown)?.number;
}

interface VersionButtonProps {
  readonly version: RuleChainVersion;
  readonly shown: boolean;
  readonly onShow: () => void;
}

function VersionButton({ version, shown, onShow }: VersionButtonProps) {
  const { t } = useTranslation();
  const { number, authorName, comment, createdTime, current } = version;
  return (
    <button
      type="button"
      className={classes.version}
      aria-current={shown ? 'true' : undefined}
      onClick={onShow}
    >
      <span className={classes.line}>
        <strong>{t('versions.number', { number })}</strong>
        {current && (
          <Badge size="sm" variant="light" tt="none">
            {t('versions.current')}
          </Badge>
        )}
        <time className={classes.time} dateTime={new Date(createdTime).toISOString()}>
          {exactTime(createdTime).slice(0, 16)}
        </time>
      </span>
      <span className={classes.comment} data-missing={comment === null || undefined}>
        {comment ?? t('versions.noComment')}
      </span>
      <span className={classes.author}>{authorName ?? t('versions.service')}</span>
    </button>
  );
}

interface ComparisonProps {
  readonly chainId: string;
  readonly shown: number;
  readonly compared: number | undefined;
  readonly versions: readonly RuleChainVersion[];
  readonly onCompare: (number: number | undefined) => void;
}

function Comparison({ chainId, shown, compared, versions, onCompare }: ComparisonProps) {
  const { t } = useTranslation();
  const { catalogue, error: catalogueError } = useCatalogue();
  const [focused, setFocused] = useState<string>();
  const after = useVersion(chainId, shown);
  const before = useVersion(chainId, compared);
  const difference = useQuery({
    queryKey: ['ruleChain', chainId, 'compare', compared, shown],
    queryFn: async ({ signal }) =>
      differenceOf(await compareVersions(chainId, compared ?? shown, shown, signal)),
    enabled: compared !== undefined,
    staleTime: Infinity,
  });
  const error = catalogueError ?? after.error ?? before.error ?? difference.error;
  const choices = versions
    .filter(({ number }) => number !== shown)
    .map(({ number, comment }) => ({
      value: String(number),
      label: comment === null ? t('versions.number', { number }) : `${number}: ${comment}`,
    }));
  const ready = after.data !== undefined && (compared === undefined || before.data !== undefined);
  return (
    <>
      <section className={classes.drawing} aria-label={t('versions.drawing', { number: shown })}>
        {error !== null && <ErrorNote error={error} />}
        {ready && catalogue !== undefined && (
          <ReactFlowProvider key={`${shown} ${compared ?? ''}`}>
            <Drawing
              catalogue={catalogue}
              after={after.data}
              before={compared === undefined ? undefined : before.data}
              difference={compared === undefined ? undefined : difference.data}
              focused={focused}
            />
          </ReactFlowProvider>
        )}
      </section>
      <aside className={classes.changes} aria-label={t('versions.compareWith')}>
        <Stack gap="sm">
          <Select
            label={t('versions.compareWith')}
            size="xs"
            searchable
            clearable
            placeholder={t('versions.none')}
            data={choices}
            value={compared === undefined ? null : String(compared)}
            onChange={(value) => onCompare(value === null ? undefined : Number(value))}
            clearButtonProps={{ 'aria-label': t('versions.none') }}
          />
          {compared !== undefined && difference.data !== undefined && (
            <DifferenceList
              difference={difference.data}
              none={t('difference.none')}
              onGo={setFocused}
            />
          )}
        </Stack>
      </aside>
    </>
  );
}

function useVersion(chainId: string, number: number | undefined) {
  return useQuery({
    queryKey: ['ruleChain', chainId, 'version', number],
    queryFn: async ({ signal }) => fromMetadata(await readVersion(chainId, number ?? 0, signal)),
    enabled: number !== undefined,
    // A version never changes.
    staleTime: Infinity,
    // A document consists of maps, which cannot be compared.
    structuralSharing: false,
  });
}
