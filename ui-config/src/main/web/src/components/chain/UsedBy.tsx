// SPDX-License-Identifier: Apache-2.0
import { Anchor, Loader, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { readRuleChainUsers, type NamedEntity } from '../../api/ruleChains';
import { ErrorNote } from '../ErrorNote';
import classes from './FindingSections.module.css';

interface UsedByProps {
  readonly chainId: string;
  /** Called when a link is followed. */
  readonly onLeave?: () => void;
}

/** What sends messages into a rule chain: nodes of other chains, profiles, and all devices if it is the root. */
export function UsedBy({ chainId, onLeave }: UsedByProps) {
  const { t } = useTranslation();
  const { data, error } = useQuery({
    queryKey: ['ruleChainUsers', chainId],
    queryFn: ({ signal }) => readRuleChainUsers(chainId, signal),
    staleTime: 0,
  });
  if (error !== null) {
    return <ErrorNote error={error} />;
  }
  if (data === undefined) {
    return <Loader size="sm" aria-label={t('usedBy.loading')} />;
  }
  const { root, nodes, deviceProfiles, assetProfiles } = data;
  if (!root && nodes.length + deviceProfiles.length + assetProfiles.length === 0) {
    return <Text size="sm">{t('usedBy.none')}</Text>;
  }
  return (
    <Stack gap="xs">
      {root && <Text size="sm">{t('usedBy.root')}</Text>}
      {nodes.length > 0 && (
        <section>
          <h3 className={classes.topic}>{t('usedBy.nodes')}</h3>
          <ul className={classes.lines}>
            {nodes.map(({ ruleChainId, ruleChainName, ruleNodeId, ruleNodeName }) => (
              <li key={ruleNodeId.id}>
                <Anchor
                  component={Link}
                  to={`/rule-chains/${ruleChainId.id}?node=${ruleNodeId.id}`}
                  size="sm"
                  onClick={onLeave}
                >
                  {t('usedBy.node', { chain: ruleChainName, node: ruleNodeName })}
                </Anchor>
              </li>
            ))}
          </ul>
        </section>
      )}
      <Profiles title={t('usedBy.deviceProfiles')} profiles={deviceProfiles} />
      <Profiles title={t('usedBy.assetProfiles')} profiles={assetProfiles} />
    </Stack>
  );
}

interface ProfilesProps {
  readonly title: string;
  readonly profiles: readonly NamedEntity[];
}

function Profiles({ title, profiles }: ProfilesProps) {
  return profiles.length === 0 ? null : (
    <section>
      <h3 className={classes.topic}>{title}</h3>
      <ul className={classes.lines}>
        {profiles.map(({ id, name }) => (
          <li key={id.id}>{name}</li>
        ))}
      </ul>
    </section>
  );
}
