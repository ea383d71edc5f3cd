CREATE TABLE `asked_bodies` (
	`tenant` text NOT NULL,
	`body_digest` text NOT NULL,
	`solver_version` text NOT NULL,
	`question_digest` text NOT NULL,
	PRIMARY KEY(`tenant`, `body_digest`, `solver_version`),
	FOREIGN KEY (`tenant`,`question_digest`) REFERENCES `plans`(`tenant`,`question_digest`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `plan_chunks` (
	`tenant` text NOT NULL,
	`question_digest` text NOT NULL,
	`position` integer NOT NULL,
	`json` text NOT NULL,
	PRIMARY KEY(`tenant`, `question_digest`, `position`),
	FOREIGN KEY (`tenant`,`question_digest`) REFERENCES `plans`(`tenant`,`question_digest`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `plans` (
	`id` text PRIMARY KEY NOT NULL,
	`tenant` text NOT NULL,
	`question_digest` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `plans_question` ON `plans` (`tenant`,`question_digest`);