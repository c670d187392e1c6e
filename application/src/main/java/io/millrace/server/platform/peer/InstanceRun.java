// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.platform.peer;

import java.util.UUID;

/** The identity of this process: two processes with the same {@code millrace.instance-id} differ in it. */
public record InstanceRun(UUID id) {}
