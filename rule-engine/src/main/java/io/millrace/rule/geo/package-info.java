// SPDX-License-Identifier: Apache-2.0
/** Positions and areas on earth, for nodes and scripts. */
@NullMarked
package io.millrace.rule.geo;

import org.jspecify.annotations.NullMarked;
