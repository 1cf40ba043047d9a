package dev.baton.engine.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.baton.core.Refusal;
import dev.baton.testing.Baton;
import dev.baton.testing.Caller.Answer;
import dev.baton.testing.DatabaseIndependent;
import dev.baton.testing.OnBothDatabases;
import dev.baton.testing.Planted;
import java.util.List;
import java.util.function.Supplier;
import org.camunda.bpm.engine.FilterService;
import org.camunda.bpm.engine.filter.Filter;
import org.camunda.bpm.engine.task.TaskQuery;
import org.junit.jupiter.api.AfterEach;
import org.slf4j.LoggerFactory;

/** Queries with expressions are refused through every interface. */
@DatabaseIndependent
class QueryExpressionsTest {

    private static final String FIXED = "use fixed values instead";

    private Runnable tidy = () -> {};

    @AfterEach
    void tidy() {
        tidy.run();
    }

    @OnBothDatabases
    void aCallersQueryHoldsNone(Baton baton) {
        as(baton, "intern");
        for (String expression : List.of(Planted.EXPRESSION, "${currentUser()}", "plain text")) {
            TaskQuery outer = query(baton).taskAssigneeExpression(expression);
            TaskQuery inner = query(baton)
                    .or()
                    .taskName("a")
                    .endOr()
                    .or()
                    .taskOwnerExpression(expression)
                    .endOr();
            for (TaskQuery query : List.of(outer, inner)) {
                assertThatThrownBy(query::list)
                        .hasCauseInstanceOf(Refusal.class)
                        .hasMessageContaining(FIXED);
                assertThatThrownBy(query::count)
                        .hasCauseInstanceOf(Refusal.class)
                        .hasMessageContaining(FIXED);
                assertThatThrownBy(query::singleResult)
                        .hasCauseInstanceOf(Refusal.class)
                        .hasMessageContaining(FIXED);
            }
        }
    }

    @OnBothDatabases
    void aCallersFilterHoldsNone(Baton baton) {
        FilterService filters = baton.engine().getFilterService();
        String everything = filters.createFilterQuery()
                .filterName("Everything")
                .singleResult()
                .getId();
        TaskQuery query =
                query(baton).or().taskAssigneeExpression("${currentUser()}").endOr();
        Filter mine = filters.newTaskFilter("mine").setQuery(query);
        as(baton, "admin");
        assertThatThrownBy(() -> filters.saveFilter(mine))
                .hasCauseInstanceOf(Refusal.class)
                .hasMessageContaining(FIXED);
        assertThatThrownBy(() -> filters.list(everything, query)).hasCauseInstanceOf(Refusal.class);
        assertThatThrownBy(() -> filters.listPage(everything, query, 0, 1)).hasCauseInstanceOf(Refusal.class);
        assertThatThrownBy(() -> filters.count(everything, query)).hasCauseInstanceOf(Refusal.class);
        assertThatThrownBy(() -> filters.singleResult(everything, query)).hasCauseInstanceOf(Refusal.class);
    }

    /** As an earlier version of the server let callers save them. */
    @OnBothDatabases
    void aFilterThatTheDatabaseAlreadyHoldsIsNotEvaluated(Baton baton) {
        FilterService filters = baton.engine().getFilterService();
        for (String expression : List.of(
                Planted.EXPRESSION,
                "${ currentUser() }",
                "${currentUser().getClass()}",
                "${currentUser()}${now()}",
                "${task.title}",
                "${stumble}")) {
            for (TaskQuery query : List.of(
                    query(baton).taskAssigneeExpression(expression),
                    query(baton).or().taskAssigneeExpression(expression).endOr())) {
                Filter stored = filters.saveFilter(filters.newTaskFilter("old").setQuery(query));
                int before = Planted.made();
                List<Answer> answers = List.of(
                        baton.as("intern").get("/engine-rest/filter/" + stored.getId() + "/list"),
                        baton.as("human").get("/engine-rest/filter/" + stored.getId() + "/count"),
                        baton.as("human").post("/engine-rest/filter/" + stored.getId() + "/list", "{}"));
                filters.deleteFilter(stored.getId());
                assertThat(answers)
                        .allSatisfy(answer -> assertThat(answer.status())
                                .as(expression + " " + answer.body())
                                .isBetween(400, 499));
                assertThat(Planted.made()).isEqualTo(before);
            }
        }
    }

    @OnBothDatabases
    void theServersOwnFiltersAnswerEverybody(Baton baton) {
        for (Filter filter :
                baton.engine().getFilterService().createFilterQuery().list()) {
            as(baton, "intern");
            assertThat(baton.engine().getFilterService().count(filter.getId())).isNotNegative();
        }
    }

    @OnBothDatabases
    void aRefusedQueryLogsALineAtMost(Baton baton) {
        List<ILoggingEvent> lines = logged(() -> {
            Answer answer = baton.as("intern")
                    .post(
                            "/engine-rest/task",
                            "{\"orQueries\":[{\"assigneeExpression\":\"" + Planted.EXPRESSION + "\"}]}")
                    .expect(403);
            return answer;
        });
        assertThat(lines).hasSizeLessThanOrEqualTo(1).allMatch(line -> line.getThrowableProxy() == null);
    }

    private static List<ILoggingEvent> logged(Supplier<?> work) {
        Logger root = (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
        ListAppender<ILoggingEvent> appender = new ListAppender<>();
        appender.start();
        root.addAppender(appender);
        try {
            work.get();
            return List.copyOf(appender.list);
        } finally {
            root.detachAppender(appender);
        }
    }

    private void as(Baton baton, String user) {
        tidy = () -> baton.engine().getIdentityService().clearAuthentication();
        baton.engine().getIdentityService().setAuthentication(user, List.of(user));
    }

    private static TaskQuery query(Baton baton) {
        return baton.engine().getTaskService().createTaskQuery();
    }
}
