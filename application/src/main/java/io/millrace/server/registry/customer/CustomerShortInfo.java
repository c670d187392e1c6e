// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.customer;

/** The little that a header above a customer's things shows. */
record CustomerShortInfo(String title, boolean isPublic) {}
