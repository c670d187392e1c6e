// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmark.load;

/**
 * A device that publishes.
 *
 * @param id its id in the REST API
 * @param name the name by which a gateway reports it
 * @param token the access token that it connects with
 */
public record Device(String id, String name, String token) {}
