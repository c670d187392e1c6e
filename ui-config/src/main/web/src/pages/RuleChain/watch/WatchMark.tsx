// SPDX-License-Identifier: Apache-2.0
import { useTranslation } from 'react-i18next';
import { EyeIcon } from '../../../components/message/EyeIcon';
import { useIsWatched } from './watchedContext';
import classes from './WatchMark.module.css';

/** Marks a node whose messages are kept with their contents. */
export function WatchMark({ id }: { readonly id: string }) {
  const { t } = useTranslation();
  return useIsWatched(id) ? (
    <span
      className={classes.mark}
      role="img"
      aria-label={t('watches.marked')}
      title={t('watches.marked')}
      data-watched
    >
      <EyeIcon />
    </span>
  ) : null;
}
