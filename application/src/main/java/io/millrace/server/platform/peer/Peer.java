// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.platform.peer;

import java.net.URI;

/**
 * Another instance of the cluster.
 *
 * @param name its {@code millrace.instance-id}
 * @param url address of its REST API, without a path
 */
public record Peer(String name, URI url) {}
