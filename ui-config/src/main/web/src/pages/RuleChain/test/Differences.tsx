// SPDX-License-Identifier: Apache-2.0
import classes from './Cases.module.css';

/** In what a run differs from the expected result, in the server's words. */
export function Differences({ differences }: { readonly differences: readonly string[] }) {
  return (
    differences.length > 0 && (
      <ul className={classes.differences}>
        {differences.map((difference, index) => (
          <li key={index}>{difference}</li>
        ))}
      </ul>
    )
  );
}
