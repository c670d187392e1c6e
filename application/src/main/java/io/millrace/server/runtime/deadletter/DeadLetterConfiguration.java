// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.deadletter;

import io.millrace.queue.MessageQueue;
import io.millrace.server.platform.groupcommit.Transactions;
import io.millrace.server.platform.settings.DeadLetterSettings;
import io.millrace.server.store.deadletter.DeadLetterListener;
import io.millrace.server.store.deadletter.DeadLetterRepository;
import io.millrace.server.store.deadletter.LetterClaims;
import io.millrace.server.store.deadletter.Retention;
import io.millrace.server.store.deadletter.SentLetters;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.method.support.HandlerMethodArgumentResolver;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

/** Beans that resend dead letters, and delete those beyond the retention. */
@Configuration(proxyBeanMethods = false)
class DeadLetterConfiguration implements WebMvcConfigurer {

    private static final int MOST_UNDER_WAY = 10_000;
    private static final Duration KEEPER_INTERVAL = Duration.ofMinutes(1);

    @Override
    public void addArgumentResolvers(List<HandlerMethodArgumentResolver> resolvers) {
        resolvers.add(new FilterResolver());
    }

    @Bean
    SentLetters sentLetters(Transactions transactions, DeadLetterListener listener) {
        return new SentLetters(transactions, listener, MOST_UNDER_WAY);
    }

    @Bean
    Resender resender(
            MessageQueue queue,
            DeadLetterRepository letters,
            LetterClaims claims,
            SentLetters sentLetters) {
        return new Resender(queue, letters, claims, sentLetters, ResendLimits.DEFAULT);
    }

    @Bean
    DeadLetterKeeper deadLetterKeeper(
            Transactions transactions,
            SentLetters sentLetters,
            LetterClaims claims,
            DeadLetterSettings settings,
            DeadLetterListener listener,
            Clock clock) {
        Retention retention = new Retention(transactions, settings, listener, clock);
        DeadLetterKeeper keeper =
                new DeadLetterKeeper(sentLetters, claims, retention, KEEPER_INTERVAL);
        keeper.start();
        return keeper;
    }
}
