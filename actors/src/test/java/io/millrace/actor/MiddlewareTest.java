// SPDX-License-Identifier: Apache-2.0
package io.millrace.actor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.millrace.actor.dispatcher.Dispatchers;
import io.millrace.actor.fixture.Recorder;
import io.millrace.actor.fixture.Recorder.Step;
import io.millrace.actor.fixture.SingleThread;
import io.millrace.actor.system.ActorSystem;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class MiddlewareTest {

    private final SingleThread test = new SingleThread();
    private final List<Object> seen = Recorder.list();

    @AfterEach
    void close() {
        test.close();
    }

    private ReceiveMiddleware noting(String name) {
        return (envelope, context, next) -> {
            seen.add(name + " before " + envelope.message());
            next.receive(envelope);
            seen.add(name + " after");
        };
    }

    @Test
    void standsAroundTheProcessingTheFirstOneOutermost() {
        ActorRef<Object> actor =
                test.system.spawn(
                        Recorder.into(seen)
                                .withReceiveMiddleware(noting("outer"))
                                .withReceiveMiddleware(noting("inner")),
                        "a");

        actor.tell("one");

        assertThat(seen)
                .containsExactly(
                        "a started",
                        "outer before one",
                        "inner before one",
                        "one",
                        "inner after",
                        "outer after");
    }

    @Test
    void mayChangeOrSwallowWhatIsProcessed() {
        ActorRef<Object> actor =
                test.system.spawn(
                        Recorder.into(seen)
                                .withReceiveMiddleware((envelope, _, next) -> {
                                    if (!envelope.message().equals("noise")) {
                                        next.receive(
                                                envelope.withMessage(
                                                        "[" + envelope.message() + "]"));
                                    }
                                }),
                        "a");

        actor.tell("noise");
        actor.tell("one");

        assertThat(seen).containsExactly("a started", "[one]");
    }

    @Test
    void standsAroundTheBehaviorThatAnActorChangesTo() {
        ActorRef<Object> actor =
                test.system.spawn(Recorder.into(seen).withReceiveMiddleware(noting("around")), "a");
        actor.tell((Step) context -> context.become((message, _) -> seen.add("became " + message)));

        actor.tell("one");

        assertThat(seen).endsWith("around before one", "became one", "around after");
    }

    @Test
    void itsFailureIsAFailureOfTheActor() {
        ActorRef<Object> actor =
                test.system.spawn(
                        Recorder.into(seen)
                                .withReceiveMiddleware((_, _, _) -> {
                                    throw new IllegalStateException("as asked");
                                }),
                        "a");

        actor.tell("one");

        assertThat(test.events).contains("failed /a", "restarted /a");
    }

    @Test
    void addsHeadersToWhatAnActorSends() {
        List<Object> headers = Recorder.list();
        ActorRef<Object> other =
                test.system.spawn(
                        Props.ofFunction((_, context) -> headers.add(context.headers().get("by"))),
                        "other");
        ActorRef<Object> actor =
                test.system.spawn(
                        Recorder.into(seen)
                                .withSendMiddleware((to, envelope, next) ->
                                        next.send(
                                                to,
                                                envelope.withHeaders(
                                                        envelope.headers().with("by", "a")))),
                        "a");

        actor.tell((Step) context -> context.tell(other, "one"));
        actor.tell((Step) context -> context.request(other, "two"));
        actor.tell((Step) _ -> other.tell("past the middleware"));

        assertThat(headers).hasSize(3).startsWith("a", "a").endsWith((Object) null);
    }

    @Test
    void ofTheSystemWrapsMessagesFromOutside() {
        try (ActorSystem system =
                ActorSystem.builder("test")
                        .dispatcher(Dispatchers.callingThread())
                        .sendMiddleware((to, envelope, next) ->
                                next.send(to, envelope.withMessage("changed")))
                        .build()) {
            ActorRef<String> echo =
                    system.spawn(
                            Props.<String>ofFunction((text, context) -> context.respond(text)),
                            "echo");

            assertThat(
                            system.ask(echo, "asked", String.class, Duration.ofSeconds(10))
                                    .toCompletableFuture()
                                    .join())
                    .isEqualTo("changed");
        }
    }

    @Test
    void seesEachChildAndMayChangeItsRecipe() {
        SpawnMiddleware middleware =
                new SpawnMiddleware() {
                    @Override
                    public <C> Props<C> spawn(
                            String parent, @Nullable String name, Props<C> props) {
                        seen.add(parent + " makes " + name);
                        return props.withReceiveMiddleware(noting("added"));
                    }
                };
        ActorRef<Object> parent =
                test.system.spawn(
                        Recorder.into(Recorder.list()).withSpawnMiddleware(middleware), "p");

        parent.tell((Step) context -> context.spawn(Recorder.into(seen), "c").tell("one"));

        assertThat(seen)
                .containsExactly(
                        "/p makes c", "c started", "added before one", "one", "added after");
    }

    @Test
    void mayRefuseAChild() {
        SpawnMiddleware middleware =
                new SpawnMiddleware() {
                    @Override
                    public <C> Props<C> spawn(
                            String parent, @Nullable String name, Props<C> props) {
                        throw new IllegalArgumentException("no children here");
                    }
                };
        ActorRef<Object> parent =
                test.system.spawn(Recorder.into(seen).withSpawnMiddleware(middleware), "p");

        parent.tell(
                (Step)
                        context -> {
                            assertThatIllegalArgumentException()
                                    .isThrownBy(() -> context.spawn(Recorder.into(seen), "c"));
                            seen.add(context.children());
                        });

        assertThat(seen).containsExactly("p started", List.of());
    }

    @Test
    void aDecoratedContextIsWhatTheActorSees() {
        ActorRef<Object> actor =
                test.system.spawn(
                        Recorder.into(seen)
                                .withContextDecorator(
                                        new ContextDecorator() {
                                            @Override
                                            public <M> ActorContext<M> decorate(
                                                    ActorContext<M> context) {
                                                return new ForwardingContext<>(context) {
                                                    @Override
                                                    public String name() {
                                                        return "decorated " + super.name();
                                                    }
                                                };
                                            }
                                        }),
                        "a");

        test.system.stop(actor);

        assertThat(seen)
                .containsExactly(
                        "decorated a started", "decorated a stopping", "decorated a stopped");
    }
}
