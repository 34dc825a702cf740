// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

import { ITaskEscrow } from "../../src/interfaces/ITaskEscrow.sol";
import { EscrowErrors } from "../../src/libraries/EscrowErrors.sol";
import { IERC20Errors } from "@openzeppelin/contracts/interfaces/draft-IERC6093.sol";
import { SafeCast } from "@openzeppelin/contracts/utils/math/SafeCast.sol";
import { Base } from "../Base.t.sol";

contract CreateTask is Base {
    function expectStakeOutOfBounds(ITaskEscrow.Terms memory t, uint256 min, uint256 max) private {
        vm.expectRevert(abi.encodeWithSelector(EscrowErrors.StakeOutOfBounds.selector, t.stake, min, max));
        create(t);
    }

    function test_RevertGiven_CreationIsPaused() public {
        vm.prank(owner);
        escrow.setCreationPaused(true);
        vm.expectRevert(EscrowErrors.CreationIsPaused.selector);
        create(terms());
    }

    function test_RevertWhen_TheCallerIsTheArbiter() public {
        vm.expectRevert(abi.encodeWithSelector(EscrowErrors.ConflictOfInterest.selector, 0, arbiter));
        vm.prank(arbiter);
        escrow.createTask(terms());
    }

    function test_RevertWhen_TheMetadataHashIsEmpty() public {
        ITaskEscrow.Terms memory t = terms();
        t.metadataHash = 0;
        vm.expectRevert(EscrowErrors.EmptyHash.selector);
        create(t);
    }

    function assertJudgeRefused(address named) private {
        ITaskEscrow.Terms memory t = terms();
        t.judge = named;
        vm.expectRevert(abi.encodeWithSelector(EscrowErrors.InvalidJudge.selector, named));
        create(t);
    }

    function test_JD1_RevertWhen_TheJudgeIsThePoster() public {
        assertJudgeRefused(poster);
    }

    function test_JD1_RevertWhen_TheJudgeIsTheEscrow() public {
        assertJudgeRefused(address(escrow));
    }

    function test_ZS1_RevertWhen_AnyoneMayStartWithoutAStake() public {
        ITaskEscrow.Terms memory t = terms();
        t.stake = 0;
        vm.expectRevert(abi.encodeWithSelector(EscrowErrors.StakeRequired.selector, 1_000_000));
        create(t);
    }

    function test_ZS1_WhenThePosterSelectsAndAsksForNoStake() public {
        uint256 id = create(freeTerms());
        assertEq(escrow.getTask(id).stake, 0);
        assertEq(usdc.balanceOf(address(escrow)), REWARD);
        ITaskEscrow.Terms memory t = freeTerms();
        t.stake = 1;
        expectStakeOutOfBounds(t, 1_000_000, 50_000_000);
    }

    function test_RevertWhen_TheRewardIsNotLargerThanTheCancelFee() public {
        ITaskEscrow.Terms memory t = terms();
        t.reward = CANCEL_FEE;
        t.stake = CANCEL_FEE / 2;
        vm.expectRevert(abi.encodeWithSelector(EscrowErrors.RewardTooSmall.selector, CANCEL_FEE, CANCEL_FEE));
        create(t);
        t.reward = CANCEL_FEE + 1;
        create(t);
    }

    function test_RevertWhen_TheRewardIsLargerThanTheContractCanCount() public {
        ITaskEscrow.Terms memory t = terms();
        t.reward = uint256(type(uint56).max) + 1;
        t.stake = t.reward / 2;
        vm.expectRevert(abi.encodeWithSelector(SafeCast.SafeCastOverflowedUintDowncast.selector, 56, t.reward));
        create(t);
        t.reward = type(uint56).max;
        t.stake = t.reward / 2;
        usdc.mint(poster, t.reward);
        create(t);
    }

    function test_RevertWhen_TheStakeIsBelowItsShareOfTheReward() public {
        ITaskEscrow.Terms memory t = terms();
        t.stake = 999_999; // 1 % of R is 1,000,000
        expectStakeOutOfBounds(t, 1_000_000, 50_000_000);
    }

    function test_RevertWhen_TheStakeIsBelowTheLeastStake() public {
        ITaskEscrow.Terms memory t = terms();
        t.reward = 2_000_000; // 1 % is 20,000, less than 0.10 USDC
        t.stake = 99_999;
        expectStakeOutOfBounds(t, 100_000, 1_000_000);
        t.stake = 100_000;
        create(t);
    }

    function test_RevertWhen_TheStakeIsAboveItsShareOfTheReward() public {
        ITaskEscrow.Terms memory t = terms();
        t.stake = 50_000_001;
        expectStakeOutOfBounds(t, 1_000_000, 50_000_000);
    }

    function test_RevertWhen_MoreChangeRoundsAreAskedThanAllowed() public {
        ITaskEscrow.Terms memory t = terms();
        t.maxChangeRounds = 6;
        vm.expectRevert(abi.encodeWithSelector(EscrowErrors.TooManyChangeRounds.selector, 6, 5));
        create(t);
    }

    /// @dev The terms with the window at `index` set to `value`.
    function withWindow(uint256 index, uint256 value) private pure returns (ITaskEscrow.Terms memory t) {
        t = terms();
        uint24 w = uint24(value);
        if (index == 0) t.windows.open = w;
        else if (index == 1) t.windows.work = w;
        else if (index == 2) t.windows.review = w;
        else if (index == 3) t.windows.resubmit = w;
        else if (index == 4) t.windows.contest = w;
        else if (index == 5) t.windows.rule = w;
        else t.windows.rate = w;
    }

    function assertWindowRefused(uint256 index, uint256 value) private {
        uint256 min = index == 3 ? 36 hours : (index + 1) * 1 hours; // a quarter of the review's 6 days
        uint256 max = (index + 91) * 1 days;
        vm.expectRevert(abi.encodeWithSelector(EscrowErrors.WindowOutOfBounds.selector, index, value, min, max));
        create(withWindow(index, value));
    }

    function test_RevertWhen_AWindowIsTooShort() public {
        for (uint256 index = 0; index < 7; ++index) assertWindowRefused(index, (index + 1) * 1 hours - 1);
    }

    function test_D15_RevertWhen_TheAnswerToAChangeRequestHasLessThanAQuarterOfTheReview() public {
        ITaskEscrow.Terms memory t = terms();
        t.windows.review = 8 days + 1;
        t.windows.resubmit = 2 days;
        vm.expectRevert(abi.encodeWithSelector(EscrowErrors.WindowOutOfBounds.selector, 3, 2 days, 2 days + 1, 94 days));
        create(t);
        t.windows.review = 8 days;
        create(t);
    }

    function test_RevertWhen_AWindowIsTooLong() public {
        for (uint256 index = 0; index < 7; ++index) assertWindowRefused(index, (index + 91) * 1 days + 1);
    }

    function test_RevertWhen_TheTokenDeliversLess() public {
        usdc.setFeeOnTransfer(1);
        vm.expectRevert(abi.encodeWithSelector(EscrowErrors.ShortDelivery.selector, REWARD, REWARD - 1));
        create(terms());
    }

    function test_RevertWhen_TheAllowanceDoesNotSuffice() public {
        vm.prank(poster);
        usdc.approve(address(escrow), REWARD - 1);
        vm.expectRevert(
            abi.encodeWithSelector(
                IERC20Errors.ERC20InsufficientAllowance.selector,
                address(escrow),
                REWARD - 1,
                REWARD
            )
        );
        create(terms());
    }

    function test_WhenTheTermsLieOnTheBounds() public {
        (ITaskEscrow.Windows memory min, ITaskEscrow.Windows memory max) = escrow.windowBounds();
        ITaskEscrow.Terms memory t = terms();
        t.maxChangeRounds = 5;
        (t.stake, t.windows) = (1_000_000, min);
        create(t);
        (t.stake, t.windows) = (50_000_000, max);
        create(t);
    }

    function test_WhenTheTermsLieWithinTheBounds() public {
        ITaskEscrow.Terms memory t = selectionTerms();
        t.judge = judge;
        uint256 posterBefore = usdc.balanceOf(poster);
        expectEvent();
        emit ITaskEscrow.TaskCreated(
            1,
            poster,
            METADATA,
            REWARD,
            STAKE,
            ITaskEscrow.Mode.Selection,
            2,
            t.judge,
            t.windows,
            block.timestamp + 30 days,
            CANCEL_FEE,
            FEE_BPS,
            arbiter
        );
        assertEq(create(t), 1);
        assertEq(posterBefore - usdc.balanceOf(poster), REWARD);
        assertEq(usdc.balanceOf(address(escrow)), REWARD);

        ITaskEscrow.Task memory expected = ITaskEscrow.Task({
            poster: poster,
            deadline: uint40(block.timestamp + 30 days),
            state: ITaskEscrow.State.Funded,
            mode: ITaskEscrow.Mode.Selection,
            changeRound: 0,
            maxChangeRounds: 2,
            settled: false,
            posterMayRate: false,
            workerMayRate: false,
            reward: uint56(REWARD),
            stake: uint56(STAKE),
            workWindow: 7 days,
            reviewWindow: 6 days,
            resubmitWindow: 3 days,
            contestWindow: 4 days,
            ruleWindow: 14 days,
            rateWindow: 13 days,
            contentHash: METADATA,
            worker: address(0),
            judge: judge
        });
        assertEq(abi.encode(escrow.getTask(1)), abi.encode(expected));
        assertEq(create(t), 2);
        assertEq(escrow.taskCount(), 2);
    }
}
