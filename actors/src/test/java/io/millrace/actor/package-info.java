// SPDX-License-Identifier: Apache-2.0
/** Tests of the actor library. Those about behaviour run on one thread with a manual clock, those about races on many. */
package io.millrace.actor;
