// SPDX-License-Identifier: Apache-2.0
/** The service and its callers, for the tests of everything that is reached over HTTP. */
package io.millrace.server.rest;
