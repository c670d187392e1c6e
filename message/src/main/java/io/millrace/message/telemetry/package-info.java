// SPDX-License-Identifier: Apache-2.0
/** Time series values and attributes: what they are, and how JSON spells them. */
@NullMarked
package io.millrace.message.telemetry;

import org.jspecify.annotations.NullMarked;
