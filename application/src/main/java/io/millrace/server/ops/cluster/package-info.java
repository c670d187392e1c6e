// SPDX-License-Identifier: Apache-2.0
/** Data that instances of a cluster share besides Kafka: the epochs of partitions, and notifications of changes. */
@NullMarked
package io.millrace.server.ops.cluster;

import org.jspecify.annotations.NullMarked;
