// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.web.peer;

/** The HTTP headers of answers that are made of several instances' answers. */
public final class PeerHeaders {

    /** Request: with the value {@value #INSTANCE_SCOPE}, the instance answers for itself and asks no other. */
    public static final String SCOPE = "Millrace-Scope";

    /** The value of {@link #SCOPE}. */
    public static final String INSTANCE_SCOPE = "instance";

    /** Response to a request with {@link #SCOPE}: the name of the instance that answers. */
    public static final String INSTANCE = "Millrace-Instance";

    /** Response: the instances whose answers are missing, each with the reason in brackets. */
    public static final String UNANSWERED = "Millrace-Unanswered";

    private PeerHeaders() {}
}
