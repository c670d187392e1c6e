// SPDX-License-Identifier: Apache-2.0
/** What instances of a cluster share beside Kafka: the epochs of partitions, and the news of what somebody has changed. */
@NullMarked
package io.millrace.server.ops.cluster;

import org.jspecify.annotations.NullMarked;
