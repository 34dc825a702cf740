// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

import { ITaskDeposits } from "../../src/interfaces/ITaskDeposits.sol";
import { ITaskEscrow } from "../../src/interfaces/ITaskEscrow.sol";
import { EscrowErrors } from "../../src/libraries/EscrowErrors.sol";
import { TestUSDC } from "../../src/mocks/TestUSDC.sol";
import { Wallet1271 } from "../mocks/Wallet1271.sol";
import { Base } from "../Base.t.sol";

contract CreateTaskFromDeposit is Base {
    function setUp() public override {
        super.setUp();
        vm.prank(poster);
        usdc.approve(address(escrow), 0);
    }

    function createWith(ITaskEscrow.Authorization memory paid) private returns (uint256) {
        vm.prank(stranger);
        return escrow.createTaskFromDeposit(terms(), SALT, TEXT, paid);
    }

    function test_WhenThePosterPaidTheDepositAddressOfTheseTerms() public {
        ITaskEscrow.Authorization memory paid = payment();
        uint256 before = usdc.balanceOf(poster);
        expectEvent();
        ITaskEscrow.Terms memory t = terms();
        emit ITaskEscrow.TaskCreated(
            1,
            poster,
            METADATA,
            REWARD,
            STAKE,
            t.mode,
            t.maxChangeRounds,
            t.judge,
            t.windows,
            block.timestamp + t.windows.open,
            CANCEL_FEE,
            FEE_BPS,
            arbiter
        );
        assertEq(createWith(paid), 1);
        assertState(1, ITaskEscrow.State.Funded);
        assertEq(before - usdc.balanceOf(poster), REWARD);
        assertEq(usdc.balanceOf(address(escrow)), REWARD);
        assertEq(usdc.balanceOf(depositOf(poster)), 0);
    }

    function test_WhenAContractWalletPaidTheDepositAddress() public {
        address wallet = address(new Wallet1271(poster));
        usdc.mint(wallet, REWARD);
        uint256 id = createWith(paymentTo(depositOf(wallet), posterKey, wallet, REWARD, TEXT));
        assertEq(escrow.getTask(id).poster, wallet);
    }

    function test_WhenTheSameTermsArePaidAgainWithAnotherSalt() public {
        createWith(payment());
        address second = escrow.deposits().addressOf(poster, consentTo(terms(), 0));
        ITaskEscrow.Authorization memory paid = paymentTo(second, posterKey, poster, REWARD, 0);
        assertEq(escrow.createTaskFromDeposit(terms(), 0, 0, paid), 2);
        assertEq(usdc.balanceOf(address(escrow)), 2 * REWARD);
    }

    function test_RevertWhen_TheSameDepositIsPaidAgain() public {
        createWith(payment());
        assertUsed();
    }

    function refundOne() private {
        usdc.mint(depositOf(poster), 1);
        assertEq(escrow.deposits().refund(poster, consentTo(terms(), SALT)), 1);
    }

    function assertUsed() private {
        ITaskEscrow.Authorization memory paid = paymentTo(depositOf(poster), posterKey, poster, REWARD, 0);
        vm.expectRevert(abi.encodeWithSelector(ITaskDeposits.DepositUsed.selector, depositOf(poster)));
        escrow.createTaskFromDeposit(terms(), SALT, 0, paid);
    }

    function test_N9_RevertGiven_TheDepositWasRefundedAfterItsTaskWasCreated() public {
        createWith(payment());
        refundOne();
        assertUsed();
    }

    /// @dev A stranger's unit and its refund must not use the deposit up.
    function test_N9_GivenTheDepositWasRefundedBefore() public {
        refundOne();
        assertFalse(escrow.deposits().isUsed(depositOf(poster)));
        assertEq(createWith(payment()), 1);
        assertTrue(escrow.deposits().isUsed(depositOf(poster)));
        assertEq(usdc.balanceOf(address(escrow)), REWARD);
        assertUsed();
    }

    function test_GivenSomeoneElseHasAddedToTheDeposit() public {
        usdc.mint(depositOf(poster), 7);
        createWith(payment());
        assertEq(usdc.balanceOf(address(escrow)), REWARD);
        assertEq(escrow.deposits().refund(poster, consentTo(terms(), SALT)), 7);
    }

    function test_RevertWhen_ThePayerIsTheArbiter() public {
        (address judge, uint256 key) = makeAddrAndKey("arbiter");
        ITaskEscrow.Authorization memory paid = paymentTo(depositOf(judge), key, judge, REWARD, TEXT);
        vm.expectRevert(abi.encodeWithSelector(EscrowErrors.ConflictOfInterest.selector, 0, judge));
        createWith(paid);
    }

    function test_RevertGiven_CreationIsPaused() public {
        vm.prank(owner);
        escrow.setCreationPaused(true);
        ITaskEscrow.Authorization memory paid = payment();
        vm.expectRevert(EscrowErrors.CreationIsPaused.selector);
        createWith(paid);
    }

    function test_RevertWhen_AnotherKeySigned() public {
        ITaskEscrow.Authorization memory paid = paymentTo(depositOf(poster), workerKey, poster, REWARD, TEXT);
        vm.expectRevert(TestUSDC.WrongSignature.selector);
        createWith(paid);
    }

    function test_RevertWhen_AnotherAmountWasSigned() public {
        ITaskEscrow.Authorization memory paid = paymentTo(depositOf(poster), posterKey, poster, REWARD + 1, TEXT);
        vm.expectRevert(TestUSDC.WrongSignature.selector);
        createWith(paid);
    }

    function test_RevertWhen_ItIsSentTooLate() public {
        ITaskEscrow.Authorization memory paid = payment();
        vm.warp(paid.validBefore);
        vm.expectRevert(TestUSDC.AuthorizationExpired.selector);
        createWith(paid);
    }
}
