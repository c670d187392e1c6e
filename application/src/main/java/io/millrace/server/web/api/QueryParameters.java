// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.web.api;

/**
 * A record whose components are query parameters of a request. A component is null if the request does not have the
 * parameter. A parameter without value is an empty string or an empty list, and null for all other types. The types of
 * components are strings, numbers, Booleans, UUIDs, enums, and lists of these.
 *
 * <p>Such a parameter of a controller is created by {@link QueryParametersResolver}.
 */
public interface QueryParameters {}
