package dev.baton.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import dev.baton.testing.Baton;
import dev.baton.testing.Database;
import dev.baton.testing.ErrandDiagram;
import dev.baton.testing.Governed;
import dev.baton.testing.TcpProxy;
import dev.baton.testing.Thinker;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** People find, decide and create tasks in the console. */
class ConsoleTest {

    private static final String HOSTILE = "<script>window.ran=1</script><img src=x onerror=\"window.ran=1\">";

    private final Baton baton = Baton.on(Database.H2);

    @Test
    void aLinkLeadsThroughTheLoginPageToTheTaskWhereAHumanDecides() {
        String id = waitingForApproval();
        try (ConsoleUser human = ConsoleUser.at(baton, "human", "/tasks/" + id)) {
            assertThat(human.page()).hasURL(Pattern.compile(".*/tasks/" + id));
            assertThat(human.find(".question")).hasText("May I delete the old index?");
            assertThat(human.find(".bpmn .token")).containsText("NEEDS_APPROVAL");
            human.picture("console");
            assertThat(human.find("button[data-trigger=decide]")).hasText(new String[] {"Approve", "Deny", "Withdraw"});
            human.find("button[data-trigger=decide][data-value=approved]").click();
            assertThat(human.find("[name=decisionNote]")).hasAttribute("aria-invalid", "true");
            assertThat(human.find("[name=decisionNote]")).isFocused();
            assertThat(human.find(".baton-refused")).containsText("nothing has changed");
            assertThat(baton.state(id)).isEqualTo("NEEDS_APPROVAL");

            human.find("[name=decisionNote]").fill("There is a backup");
            human.find("button[data-trigger=decide][data-value=approved]").click();
            assertThat(human.find(".timeline > li").first()).containsText("There is a backup");
            assertThat(human.violations()).isEmpty();
        }
        assertThat(baton.state(id)).isEqualTo("IN_PROGRESS");
    }

    @Test
    void whatIsNotOpenIsShownWithTheReasonAndBothBrowsersHearOfAChangeFromTheStream() {
        String id = waitingForApproval();
        try (ConsoleUser intern = ConsoleUser.at(baton, "intern", "/tasks/" + id);
                ConsoleUser human = ConsoleUser.at(baton, "human", "/tasks/" + id)) {
            assertThat(intern.find(".closed li").filter(new Locator.FilterOptions().setHasText("Decide")))
                    .containsText(Pattern.compile("human|admin"));
            assertThat(intern.find("button[data-trigger=decide]")).hasCount(0);
            assertThat(intern.find(".dot.live")).hasCount(1); // without the stream, pages would ask every few seconds
            assertThat(human.find(".dot.live")).hasCount(1);
            human.find("[name=decisionNote]").fill("I was about to agree");
            baton.admin()
                    .move(id, "decide", "{\"decision\":\"denied\",\"decisionNote\":\"Not on a Friday\"}")
                    .expect(200);
            assertThat(intern.find(".timeline > li").first()).containsText("Not on a Friday");
            assertThat(human.find(".overtaken")).containsText("I was about to agree");
            assertThat(human.find(".overtaken")).containsText(Pattern.compile("admin: Decide"));
        }
    }

    @Test
    void aPageRecoversWhenTheServerCanBeReachedAgain() {
        String id = waitingForApproval();
        try (TcpProxy network = new TcpProxy(URI.create(baton.url()).getPort());
                ConsoleUser human = ConsoleUser.at("http://127.0.0.1:" + network.port(), "human", "/tasks/" + id)) {
            assertThat(human.find(".dot.live")).hasCount(1);
            network.cut();
            assertThat(human.find(".dot:not(.live)")).hasCount(1);
            assertThat(human.find(".away")).containsText("can't be reached");
            human.find("[name=decisionNote]").fill("Go ahead");
            human.find("button[data-trigger=decide][data-value=approved]").click();
            assertThat(human.find(".baton-refused")).containsText("can't be reached");
            network.mend();
            assertThat(human.find(".dot.live")).hasCount(1);
            assertThat(human.find(".away")).hasCount(0);
            assertThat(human.find("[name=decisionNote]")).hasValue("Go ahead");
            human.find("button[data-trigger=decide][data-value=approved]").click();
            assertThat(human.find(".timeline > li").first()).containsText("Go ahead");
        }
    }

    @Test
    void nowHasWhatWaitsForSomebodyAndNotWhatWaitsForOthers() {
        String approval = waitingForApproval();
        String question = baton.as("human")
                .post("/api/tasks", "{\"lifecycle\":\"cognitive\",\"title\":\"Compare the offers\"}")
                .expect(201)
                .json()
                .get("id")
                .asText();
        baton.as("worker-1").move(question, "TASK_CREATED", "{}").expect(200);
        baton.as("worker-1")
                .move(question, "NEED_MORE_INFO", "{\"question\":\"With the traffic?\"}")
                .expect(200);
        for (int i = 0; i < 10; i++) { // more urgent, but not worker-1's alone
            String shared = baton.admin()
                    .post("/api/tasks", "{\"lifecycle\":\"governed\",\"title\":\"Shared\",\"priority\":-1}")
                    .expect(201)
                    .json()
                    .get("id")
                    .asText();
            baton.as("lead")
                    .move(shared, "assign", "{\"assigneeIds\":[\"worker-2\",\"worker-1\"]}")
                    .expect(200);
        }
        String card = "article[data-task='%s']";
        try (ConsoleUser human = ConsoleUser.at(baton, "human", "/");
                ConsoleUser worker = ConsoleUser.at(baton, "worker-1", "/")) {
            assertThat(human.find(card.formatted(question))).containsText("With the traffic?");
            assertThat(worker.find("li:has(a[href='/tasks/" + approval + "'])")).containsText("Needs approval");
            assertThat(worker.find(card.formatted(approval))).hasCount(0);
            human.find(card.formatted(question) + " [name=text]").fill("Yes, with it");
            Locator answer = human.find(card.formatted(question) + " button[data-trigger=MESSAGE_RECEIVED]");
            assertThat(answer).hasText("Answer"); // what a person does, not the name of the event
            answer.click();
            assertThat(human.find(card.formatted(question))).hasCount(0);
        }
        assertThat(baton.state(question)).isEqualTo("reasoning");
    }

    @Test
    void aTaskThatHasToFinishFirstIsCalledByItsTitle() {
        String first = baton.admin()
                .post("/api/tasks", "{\"lifecycle\":\"work-queue\",\"title\":\"Do this first\"}")
                .expect(201)
                .json()
                .get("id")
                .asText();
        String blocked = baton.admin()
                .post("/api/tasks", "{\"lifecycle\":\"work-queue\",\"blockedBy\":[\"" + first + "\"]}")
                .expect(201)
                .json()
                .get("id")
                .asText();
        try (ConsoleUser human = ConsoleUser.at(baton, "human", "/tasks/" + blocked)) {
            assertThat(human.find(".closed")).containsText("“Do this first”");
            assertThat(human.find(".closed")).not().containsText(first);
        }
    }

    @Test
    void onlyRoundsOfOneDocumentAreCompared() {
        Thinker thinker = new Thinker(baton.as("worker-1"));
        String steps = thinker.acting("tool_call", "respond");
        thinker.event(steps, "TOOL_CALL_COMPLETED").expect(200);
        thinker.event(steps, "STEP_COMPLETED").expect(200);
        String sentBack = Governed.in(baton, "REVIEW");
        Governed.move(baton, "human", sentBack, "request-changes", Governed.FEEDBACK);
        Governed.move(baton, "worker-1", sentBack, "submit", Governed.WORK.replace("all of it", "more of it"));
        try (ConsoleUser human = ConsoleUser.at(baton, "human", "/tasks/" + sentBack)) {
            assertThat(human.find("summary:has-text('round 2 against round 1')"))
                    .containsText("Deliverable");
            human.open("/tasks/" + steps);
            human.find(".timeline > li").first().waitFor();
            assertThat(human.find("summary:has-text('Result: round')")).hasCount(0); // each step has its own
        }
    }

    @Test
    void whatIsWrongInsideADocumentStandsAtItsField() {
        String id = baton.create("governed", "{}");
        baton.as("lead").move(id, "assign", "{\"assigneeIds\":[\"worker-1\"]}").expect(200);
        baton.as("worker-1").move(id, "start", Governed.PLAN).expect(200);
        try (ConsoleUser worker = ConsoleUser.at(baton, "worker-1", "/tasks/" + id)) {
            worker.find("button[data-trigger=submit]").click();
            worker.find(".move-form .btn-primary").click();
            assertThat(worker.find("[name=content]")).hasAttribute("aria-invalid", "true");
            assertThat(worker.find("[name=content]")).isFocused();
            assertThat(worker.find("[name=type]")).hasAttribute("aria-invalid", "true");
            assertThat(worker.find("[data-field=items] > .baton-fault")).hasText("At least one is needed.");
            assertThat(worker.find("[data-field=deliverable] > .baton-fault")).isHidden();
        }
    }

    @Test
    void listsAreKeptOnTheServerAndAMigrationIsShownBeforeItIsDone() {
        String key = ErrandDiagram.newKey();
        ErrandDiagram.put(baton, key, ErrandDiagram.diagram(key));
        baton.create(key);
        ErrandDiagram.put(baton, key, ErrandDiagram.diagram(key).replace("name=\"drop\"", "name=\"discard\""));
        try (ConsoleUser admin = ConsoleUser.at(baton, "admin", "/tasks?lifecycle=" + key)) {
            admin.find("button:has-text('Save this list')").click();
            admin.answer("Errands of " + key);
            assertThat(admin.find(".view[aria-current]")).hasText(Pattern.compile("Errands of " + key + "\\s+1"));
            admin.find(".views button:has-text('Rename')").click();
            admin.answer("Work of " + key);
            assertThat(admin.find(".view[aria-current]")).hasText(Pattern.compile("Work of " + key + "\\s+1"));
            admin.find(".views button:has-text('Delete')").click();
            admin.find("dialog .btn-primary").click();
            assertThat(admin.find(".view:has-text('" + key + "')")).hasCount(0);
            admin.open("/lifecycles/" + key + "?version=2&against=1");
            assertThat(admin.find(".bpmn .altered").first()).isVisible();
            admin.find("button:has-text('running of version 1 here')").click();
            assertThat(admin.find("[data-preview]")).containsText("1 would move");
            admin.find("[data-preview] .btn-primary").click();
            assertThat(admin.find(".note[role=status]")).containsText("1 moved to version 2");
            admin.open("/lifecycles/work-queue");
            admin.find(".bpmn .node").first().waitFor();
            admin.picture("lifecycle");
            assertThat(admin.violations()).isEmpty();
        }
    }

    @Test
    void aHumanCreatesATaskWhoseMarkdownRunsNoScripts() {
        try (ConsoleUser human = ConsoleUser.at(baton, "human", "/new")) {
            human.find("[data-lifecycle=governed]").click();
            human.find("form .btn-primary").last().click();
            assertThat(human.find("[name=title]")).hasAttribute("aria-invalid", "true");
            human.find("[name=title]").fill("Hello \u202E" + HOSTILE); // turns the text around
            human.find("[name=description]")
                    .fill("### Wanted\n\n" + HOSTILE + "\n\n[click](javascript:window.ran=1) **now**");
            human.find("form .btn-primary").last().click();

            assertThat(human.find("h1").first()).hasText("Hello " + HOSTILE);
            assertThat(human.find("[data-section=description] .doc h3")).hasText("Wanted"); // no level is left out
            assertThat(human.find("[data-section=description] strong")).hasText("now");
            assertThat(human.find("[data-section=description] a[href]")).hasCount(0);
            human.find("#comment").fill("Seen **it** " + HOSTILE);
            human.find("form button:has-text('Comment')").click();
            assertThat(human.find(".timeline > li").first()).containsText("Seen it");
            assertThat(human.page().evaluate("window.ran")).isNull();
            assertThat(human.find("main script, main img")).hasCount(0);
            assertThat(human.violations()).isEmpty();
            human.photograph("console-new-task");
        }
    }

    @Test
    void anOperatorFindsTasksAndChangesManyAtOnce() {
        String word = "batch" + System.nanoTime();
        List<String> ids = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            ids.add(baton.admin()
                    .post("/api/tasks", "{\"lifecycle\":\"governed\",\"title\":\"%s %d\"}".formatted(word, i))
                    .expect(201)
                    .json()
                    .get("id")
                    .asText());
        }
        try (ConsoleUser human = ConsoleUser.at(baton, "human", "/tasks?q=" + word)) {
            assertThat(human.find("tbody tr")).hasCount(3);
            human.find("thead input[type=checkbox]").check();
            human.find(".selection button:has-text('Set priority')").click();
            human.find("dialog [name=priority]").fill("7");
            human.find("dialog .btn-primary").click();
            assertThat(human.find(".note[role=status]")).containsText("3 done");
            assertThat(human.find("tbody tr td.num").first()).hasText("7");

            human.find("thead input[type=checkbox]").check();
            human.find(".selection [data-trigger=cancel]").click();
            human.find("dialog .btn-primary").click();
            assertThat(human.find("dialog .baton-fault").last()).containsText("Reason");
            human.find("dialog [name=reason]").fill("Not needed");
            baton.admin().move(ids.get(0), "cancel", "{\"reason\":\"Faster\"}").expect(200);
            human.find("dialog .btn-primary").click();
            assertThat(human.find(".note[role=status]")).containsText("2 done, 1 refused");
            assertThat(human.find(".note[role=status] details[open] a")).hasText(word + " 0");
            assertThat(human.find(".selection")).containsText("1 selected");
            assertThat(human.find("tbody tr .chip").first()).hasText("Canceled");

            human.open("/tasks?lifecycle=governed&show=board");
            assertThat(human.find(".column h2").first()).containsText("Inbox");
            human.photograph("console-board");
            assertThat(human.violations()).isEmpty();
        }
    }

    @Test
    void aFileIsCheckedAndComparedBeforeItIsDeployed() throws IOException {
        String key = ErrandDiagram.newKey();
        String diagram = ErrandDiagram.diagram(key);
        ErrandDiagram.put(baton, key, diagram);
        try (ConsoleUser admin = ConsoleUser.at(baton, "admin", "/lifecycles")) {
            admin.choose("#file", "broken.bpmn", diagram.replaceFirst("name=\"drop\"", ""));
            assertThat(admin.find("section:has(h2:has-text('broken.bpmn')) .refused"))
                    .containsText("can't be deployed");
            admin.choose("#file", "changed.bpmn", diagram.replace("name=\"drop\"", "name=\"discard\""));
            assertThat(admin.find(".note[role=status]")).containsText("changed: discard");
            assertThat(admin.find(".altered").first()).isVisible();
            String drawn = Files.readString(Path.of("bpmn", "cognitive.bpmn"));
            admin.choose("#file", "cognitive.bpmn", drawn.replace("value=\"Give up\"", "value=\"Drop it\""));
            assertThat(admin.find(".note[role=status]")).containsText("1 changed: TASK_FAILED"); // not what it is in
            admin.choose("#file", "changed.bpmn", diagram.replace("name=\"drop\"", "name=\"discard\""));
            admin.find("button:has-text('Deploy " + key + "')").click();
            assertThat(admin.page()).hasURL(Pattern.compile(".*/lifecycles/" + key));
            assertThat(admin.find(".view[aria-current]")).containsText("Version 2");
            assertThat(admin.violations()).isEmpty();
        }
    }

    @Test
    void aPausedAgentGetsNoWorkAndItsWorkIsTakenBack() {
        String task = baton.create("work-queue");
        baton.as("worker-2").move(task, "claim", "{}").expect(200);
        try (ConsoleUser human = ConsoleUser.at(baton, "human", "/agents")) {
            Locator row = human.find("tr[data-agent=worker-2]");
            row.locator("button:has-text('Pause')").click();
            human.answer("It costs too much");
            assertThat(row).containsText("by human: It costs too much");
            baton.as("worker-2")
                    .post("/api/claims", "{\"lifecycle\":\"work-queue\"}")
                    .expect(204);
            row.locator(".held:has(a[href='/tasks/" + task + "']) button").click();
            human.find("dialog .btn-primary").click();
            assertThat(row.locator("a[href='/tasks/" + task + "']")).hasCount(0);
            row.locator("button:has-text('Resume')").click();
            assertThat(row.locator(".chip.warn")).hasCount(0);
        }
        assertThat(baton.state(task)).isEqualTo("ready");
    }

    @Test
    void aHumanChangesHandsOverAndAbandonsATask() {
        String blocker = baton.create("work-queue");
        String id = Governed.in(baton, "IN_PROGRESS");
        try (ConsoleUser human = ConsoleUser.at(baton, "human", "/tasks/" + id)) {
            human.find("button:has-text('Hand over …')").click();
            human.find("dialog .btn-primary").click();
            assertThat(human.find("dialog .baton-fault").last()).containsText("Say to whom");
            human.find("dialog [name=to]").fill("worker-2");
            human.find("dialog [name=reason]").fill("worker-1 is silent");
            human.find("dialog .btn-primary").click();
            assertThat(human.find(".timeline > li").first()).containsText("worker-1 is silent");

            human.find("button:has-text('Change …')").click();
            human.find("dialog [name=title]").fill("Sort the orders");
            human.find("dialog [name=priority]").fill("3");
            human.find("dialog button:has-text('Add')").click();
            human.find("dialog .baton-rows input").fill(blocker);
            human.find("dialog .btn-primary").click();
            assertThat(human.find("h1")).hasText("Sort the orders");
            assertThat(human.find(".note a[href='/tasks/" + blocker + "']")).isVisible();

            human.find("button:has-text('Abandon …')").click();
            human.find("dialog [name=reason]").fill("Nobody **wants** it");
            human.page().keyboard().press("Escape"); // by mistake
            assertThat(human.find("dialog .baton-fault").last()).containsText("not sent");
            human.find("dialog .btn-primary").click();
            assertThat(human.find("#main h2").first()).hasText("This task was abandoned");
            assertThat(human.find(".asked strong")).hasText("wants");
            assertThat(human.violations()).isEmpty();
        }
        assertThat(baton.task(id).get("priority").asInt()).isEqualTo(3);
        assertThat(baton.task(id).get("assignee").asText()).isEqualTo("worker-2");
    }

    @Test
    void oneSeesAndOpensTasksWithTheKeysAlone() {
        String word = "keys" + System.nanoTime();
        String id = baton.admin()
                .post("/api/tasks", "{\"lifecycle\":\"governed\",\"title\":\"%s\"}".formatted(word))
                .expect(201)
                .json()
                .get("id")
                .asText();
        try (ConsoleUser lead = ConsoleUser.at(baton, "lead", "/agents")) {
            lead.page().keyboard().press("/");
            lead.page().keyboard().type(word);
            lead.page().keyboard().press("Enter");
            assertThat(lead.find("tbody tr")).hasCount(1);
            assertThat(lead.find("#main")).isFocused();
            lead.page().keyboard().press("j");
            assertThat(lead.find("tbody .title a")).isFocused();
            lead.page().keyboard().press("x");
            assertThat(lead.find(".selection")).containsText("1 selected");
            lead.page().keyboard().press("Enter");
            assertThat(lead.page()).hasURL(Pattern.compile(".*/tasks/" + id));
            lead.page().goBack();
            assertThat(lead.find("tbody tr")).hasCount(1);
        }
    }

    @Test
    void everyPageOpensAndSigningOutClosesThemAll() {
        waitingForApproval();
        try (ConsoleUser admin = ConsoleUser.at(baton, "admin", "/")) {
            assertThat(admin.find(".number").first()).containsText("Running");
            admin.photograph("console-now");
            for (String page : new String[] {"Tasks", "Agents", "Flow", "Lifecycles"}) {
                admin.find("nav[aria-label=Pages] a:has-text('" + page + "')").click();
                assertThat(admin.find("h1").first()).containsText(page);
            }
            assertThat(admin.find(".picture .bpmn .node").first()).isVisible();
            assertThat(admin.find(".refused")).hasCount(0);
            admin.find(".more > summary").click();
            admin.find("button:has-text('Sign out')").click();
            admin.page().locator("input[name=password]").waitFor();
            admin.open("/agents");
            assertThat(admin.page()).hasURL(Pattern.compile(".*/login\\?to=.*"));
            assertThat(admin.violations()).isEmpty();
        }
    }

    private String waitingForApproval() {
        String id = baton.admin()
                .post("/api/tasks", """
                        {"lifecycle":"governed","title":"Delete the old search index","priority":0,"data":{"budgetUsd":5,
                        "description":"The index of **2019** takes 40 GB.\\n\\n- nobody reads it\\n- the new one is complete"}}""")
                .expect(201)
                .json()
                .get("id")
                .asText();
        baton.as("lead").move(id, "assign", "{\"assigneeIds\":[\"worker-1\"]}").expect(200);
        baton.as("worker-1").move(id, "start", Governed.PLAN).expect(200);
        baton.as("worker-1")
                .move(id, "request-approval", "{\"reason\":\"May I delete the old index?\",\"risk\":\"RED\"}")
                .expect(200);
        return id;
    }
}
