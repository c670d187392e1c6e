// SPDX-License-Identifier: Apache-2.0
/** The node that posts to channels of Slack. */
@NullMarked
package io.millrace.node.slack;

import org.jspecify.annotations.NullMarked;
